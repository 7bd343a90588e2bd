import { deleteSessionsOf } from '#server/platform/auth/sessions.queries.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';

/**
 * Ends every session of an account and runs the hooks of `accountSecured`, which delete its other secrets. The caller
 * replaces the ways to log in.
 */
export async function secureAccount(tx: Tx, context: HookContext, userId: string): Promise<void> {
  // Before the hooks: requests of these sessions can't create a secret anymore.
  const session_ids = await deleteSessionsOf(tx, userId);
  await publish(tx, userChannel(userId), 'session.ended', { session_ids });
  await runHooks(tx, context, 'accountSecured', { user_id: userId });
}
