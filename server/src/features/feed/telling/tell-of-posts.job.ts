import type { Database, Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { batchKey, notify, selectHearers } from '../../notifications/index.ts';
import { forgetPost } from './forget-post.ts';
import { newPostWords } from './post-words.ts';
import {
  deleteTelling,
  hasEarlierOfDay,
  lockTelling,
  selectNextTelling,
  selectPostToTell,
  updateTelling,
} from './telling.queries.ts';

const name = 'tell-of-posts';
/** People told in one transaction: a space of ten thousand keeps nobody waiting. */
const peopleAtOnce = 100;

type PostToTell = NonNullable<Awaited<ReturnType<typeof selectPostToTell>>>;

async function tellPortion(tx: Tx, post: PostToTell, after: string | null): Promise<string | null> {
  const { space_id, user_id: actor_id } = post;
  const isAnnouncement = post.post_type === 'announcement';
  const type = isAnnouncement ? 'admin_announcement' : 'new_post';
  const user_ids = await selectHearers(tx, { space_id, post_id: post.id, type, after, limit: peopleAtOnce });
  await notify(tx, {
    space_id,
    actor_id,
    notices: [
      {
        type,
        user_ids,
        title: isAnnouncement ? 'made an announcement' : newPostWords(await hasEarlierOfDay(tx, post)),
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
  const post = await selectPostToTell(tx, postId);
  const telling = await lockTelling(tx, postId);
  if (!post || !telling) return;
  if (post.deleted_at !== null) {
    if (!(await forgetPost(tx, post))) await deleteTelling(tx, postId);
    return;
  }
  // Their lists are locked last; what the note says is known before.
  const toldUpTo = await tellPortion(tx, post, telling.told_up_to);
  if (toldUpTo) await updateTelling(tx, postId, toldUpTo);
  else await deleteTelling(tx, postId);
}

/** Tells of the posts that wait, and takes off people's lists what was deleted. A post that fails waits for the next run. */
export async function tellOfPosts({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const postId = await selectNextTelling(db, failed);
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

export function tellOfPostsJob(platform: Pick<Platform, 'db' | 'log'>): JobKind {
  return { name, schedule: '* * * * *', retries: 0, run: () => tellOfPosts(platform) };
}

/** Has people told at once, rather than within a minute. Posting never fails for it. */
export async function hurryTelling({ db, jobs, log }: { db: Database } & Pick<Platform, 'jobs' | 'log'>) {
  await jobs.enqueue(db, name, {}).catch((error: unknown) => {
    log.warn({ err: error }, 'telling of a post waits for the clock');
  });
}
