import type { Database, Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { runBatch } from '#server/platform/jobs/run-batch.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { postReaders } from '../../access/index.ts';
import { notifyMembers } from '../../notifications/index.ts';
import {
  deleteFanOut,
  findNextFanOut,
  findPostToFanOut,
  hasEarlierOfDay,
  lockFanOut,
  updateFanOutCursor,
} from './fan-out.queries.ts';
import { retractPostNotifications } from './retract-post-notifications.ts';

const name = 'notify-followers';
type FanOutPost = NonNullable<Awaited<ReturnType<typeof findPostToFanOut>>>;

async function notifyBatch(tx: Tx, post: FanOutPost, after: string | null) {
  const target = { kind: 'post', id: post.id, post_id: post.id } as const;
  const common = { target, text: post.title };
  const isAnnouncement = post.post_type === 'announcement';
  const notification = isAnnouncement
    ? ({ ...common, type: 'admin_announcement' } as const)
    : ({
        ...common,
        type: 'new_post',
        params: { several: await hasEarlierOfDay(tx, post) },
        grouped_at: post.created_at,
      } as const);
  return await notifyMembers(tx, {
    space_id: post.space_id,
    actor_id: post.user_id,
    notification,
    after,
    listReaders: (userIds) => postReaders.listReaders(tx, post.id, userIds),
  });
}

/**
 * Processes one batch of one post. The cursor is saved in the same transaction, so that a repeated run notifies no one
 * twice. Returns whether there are more.
 */
async function processNextBatch(tx: Tx, postId: string): Promise<boolean> {
  const post = await findPostToFanOut(tx, postId);
  const fanOut = await lockFanOut(tx, postId);
  if (!post || !fanOut) return false;
  if (post.deleted_at !== null) {
    const hasMore = await retractPostNotifications(tx, post);
    if (!hasMore) await deleteFanOut(tx, postId);
    return hasMore;
  }
  // Their notification lists are locked last, after everything else has been read.
  const { cursor, is_done } = await notifyBatch(tx, post, fanOut.cursor_user_id);
  if (is_done) await deleteFanOut(tx, postId);
  else if (cursor) await updateFanOutCursor(tx, postId, cursor);
  return !is_done;
}

/**
 * Notifies people of the queued posts and deletes the notifications of deleted ones. A post that fails is retried by
 * the next run.
 */
export async function notifyFollowers({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const postId = await findNextFanOut(db, failed);
    if (!postId) return;
    try {
      await runBatch(() => db.transaction().execute((tx) => processNextBatch(tx, postId)));
    } catch (error) {
      if (!reportUnavailable(log, error))
        log.error({ err: error, post_id: postId }, 'fan-out of a post failed; the next run will retry it');
      failed.push(postId);
    }
  }
}

export function notifyFollowersJob(platform: Pick<Platform, 'db' | 'log'>): JobKind {
  // A large space gets an announcement within two seconds.
  return { name, schedule: '* * * * *', retries: 0, pollEvery: 1_000, run: () => notifyFollowers(platform) };
}

/** Starts the fan-out right away instead of within a minute. A failure here is logged and never fails the post. */
export async function enqueueFanOutNow({ db, jobs, log }: { db: Database } & Pick<Platform, 'jobs' | 'log'>) {
  await jobs.enqueue(db, name, {}).catch((error: unknown) => {
    log.warn({ err: error }, 'fan-out not enqueued; the next scheduled run will handle it');
  });
}
