import { deleteSessionsOf } from '#server/platform/auth/sessions.queries.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { collectHookEvents, type HookContext } from '#server/platform/lifecycle.ts';
import { publishAll, userChannel } from '#server/platform/live/publish.ts';

/**
 * Ends every session of an account and runs the hooks of `accountSecured`, which delete its other secrets. The caller
 * replaces the ways to log in.
 */
export async function secureAccount(tx: Tx, context: HookContext, userId: string): Promise<void> {
  // Before the hooks: requests of these sessions can't create a secret anymore.
  const session_ids = await deleteSessionsOf(tx, userId);
  const events = await collectHookEvents(tx, context, 'accountSecured', { user_id: userId });
  const ended = { channel: userChannel(userId), type: 'session.ended', payload: { session_ids } } as const;
  await publishAll(tx, [ended, ...events]);
}
