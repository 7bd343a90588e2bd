import type { Viewer } from '#server/platform/access.ts';
import { deleteSession } from '#server/platform/auth/sessions.queries.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Ends a session on the server and closes its live connections. */
export async function endSession(platform: Platform, viewer: Viewer): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    if (!(await deleteSession(tx, viewer.session_id))) return;
    await publish(tx, userChannel(viewer.user_id), 'session.ended', { session_ids: [viewer.session_id] });
  });
}
