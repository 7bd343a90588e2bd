import type { Database, Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { batchKey, listRecipients, notify } from '../../notifications/index.ts';
import {
  deleteFanOut,
  findNextFanOut,
  findPostToFanOut,
  hasEarlierOfDay,
  lockFanOut,
  updateFanOutCursor,
} from './fan-out.queries.ts';
import { newPostCopy } from './post-copy.ts';
import { forgetPost } from './retract-post-notifications.ts';

const name = 'notify-followers';
/** People told in one transaction: a space of ten thousand keeps nobody waiting. */
const peopleAtOnce = 100;

type FanOutPost = NonNullable<Awaited<ReturnType<typeof findPostToFanOut>>>;

async function notifyBatch(tx: Tx, post: FanOutPost, after: string | null): Promise<string | null> {
  const { space_id, user_id: actor_id } = post;
  const isAnnouncement = post.post_type === 'announcement';
  const type = isAnnouncement ? 'admin_announcement' : 'new_post';
  const user_ids = await listRecipients(tx, { space_id, post_id: post.id, type, after, limit: peopleAtOnce });
  await notify(tx, {
    space_id,
    actor_id,
    notifications: [
      {
        type,
        user_ids,
        title: isAnnouncement ? 'made an announcement' : newPostCopy(await hasEarlierOfDay(tx, post)),
        content_preview: post.title,
        target: { type: 'post', id: post.id, post_id: post.id },
        batch_key: isAnnouncement ? null : batchKey.newPost(space_id, actor_id, post.created_at),
      },
    ],
  });
  return user_ids.length === peopleAtOnce ? (user_ids.at(-1) ?? null) : null;
}

/** One step with one post. How far it came is noted with it, so that a step that is done twice tells nobody twice. */
async function goOn(tx: Tx, postId: string): Promise<void> {
  const post = await findPostToFanOut(tx, postId);
  const fanOut = await lockFanOut(tx, postId);
  if (!post || !fanOut) return;
  if (post.deleted_at !== null) {
    if (!(await forgetPost(tx, post))) await deleteFanOut(tx, postId);
    return;
  }
  // Their lists are locked last; what the note says is known before.
  const cursorUserId = await notifyBatch(tx, post, fanOut.cursor_user_id);
  if (cursorUserId) await updateFanOutCursor(tx, postId, cursorUserId);
  else await deleteFanOut(tx, postId);
}

/** Tells of the posts that wait, and takes off people's lists what was deleted. A post that fails waits for the next run. */
export async function notifyFollowers({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const postId = await findNextFanOut(db, failed);
    if (!postId) return;
    try {
      await db.transaction().execute((tx) => goOn(tx, postId));
    } catch (error) {
      if (!reportUnavailable(log, error))
        log.error({ err: error, post_id: postId }, 'a post was not told of');
      failed.push(postId);
    }
  }
}

export function notifyFollowersJob(platform: Pick<Platform, 'db' | 'log'>): JobKind {
  return { name, schedule: '* * * * *', retries: 0, run: () => notifyFollowers(platform) };
}

/** Has people told at once, rather than within a minute. Posting never fails for it. */
export async function enqueueFanOutNow({ db, jobs, log }: { db: Database } & Pick<Platform, 'jobs' | 'log'>) {
  await jobs.enqueue(db, name, {}).catch((error: unknown) => {
    log.warn({ err: error }, 'telling of a post waits for the clock');
  });
}
