import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { lockList, lockLists } from '../notifications.queries.ts';
import { publishChanged } from '../publish-notification.ts';
import { listDueUsers, returnDue } from './snooze.queries.ts';

/** Users whose entries are put back before it is looked for more. */
const usersAtOnce = 200;

type Context = Pick<Platform, 'db' | 'log'>;

/**
 * Puts back what a user has snoozed until now, in one transaction: an entry comes back once, whatever ends in between. Returns
 * false if that failed.
 */
async function returnTo({ db, log }: Context, userId: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await lockLists(tx, [userId]);
      // Another process may have been faster.
      if ((await listDueUsers(tx, 1, userId)).length === 0) return;
      const version = await lockList(tx, userId);
      await publishChanged(tx, userId, await returnDue(tx, userId, version), { isKept: true });
    });
    return true;
  } catch (error) {
    if (!reportUnavailable(log, error))
      log.warn({ err: error, user_id: userId }, 'snoozed notifications could not be put back');
    return false;
  }
}

/**
 * Puts back what was snoozed until now. What fails is tried again by the next call. Ends early once `stopping` is aborted. `size` is
 * how many users one statement looks for.
 */
export async function returnSnoozed(
  context: Context,
  { size = usersAtOnce, stopping }: { size?: number; stopping?: AbortSignal } = {},
): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    const users = await listDueUsers(context.db, size);
    hasMore = users.length === size;
    for (const userId of users) {
      if (stopping?.aborted) return;
      if (!(await returnTo(context, userId))) hasMore = false;
    }
  }
}

/** Puts what was snoozed back into lists, every few seconds. */
export function returnSnoozedJob({ db, log }: Platform): JobKind {
  return {
    name: 'return-snoozed',
    everySeconds: 10,
    run: (_data, stopping) => returnSnoozed({ db, log }, { stopping }),
  };
}
