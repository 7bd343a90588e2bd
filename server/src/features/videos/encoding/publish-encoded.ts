import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { listPagesOfVideo } from './renditions.queries.ts';

/** Publishes to those who see the pages of a video that it can be played in one more size. */
export async function publishEncoded(tx: Tx, upload_id: string): Promise<void> {
  for (const { space_id, page_ids, editor_ids } of await listPagesOfVideo(tx, upload_id)) {
    const channels = editor_ids === null ? [spaceChannel(space_id)] : editor_ids.map(userChannel);
    await publish(tx, channels, 'video.encoded', { space_id, upload_id, page_ids });
  }
}
