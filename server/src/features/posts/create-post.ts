import type { PollInput } from '#contract/features/polls/polls.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { findCreatedId } from '#server/platform/db/created.queries.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId, newShortId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { feedChannel, publish } from '#server/platform/live/publish.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { requireActiveMember } from '../members/index.ts';
import { createPoll } from '../polls/index.ts';
import { listClosedCategories, lockPostCategory } from '../spaces/index.ts';
import { attachUploads } from '../uploads/index.ts';
import { insertFanOut } from './fan-out/fan-out.queries.ts';
import { insertPost } from './post-lifecycle.queries.ts';
import { canAnnounce, hasWriteLimits } from './posts.policy.ts';
import {
  countPostsSince,
  insertAttachments,
  listTakenSlugs,
  lockSlug,
  type PostDetailRow,
} from './posts.queries.ts';
import { toPost, toPublishedPost, withoutBody } from './posts.view.ts';
import { requirePost } from './read-post.ts';
import { finishPostText, type PostText, readPostText, requireCategory } from './text/post-text.ts';
import { anHourAgo, enforceHourlyLimit } from './write-limit.ts';

export interface NewPost {
  client_id: string;
  title: string;
  body: string;
  category_id?: string | null | undefined;
  upload_ids: string[];
  post_type?: 'post' | 'announcement';
  poll?: PollInput | null;
}

export const postsPerHour = 10;
const slugLength = 80;
const writeAttempts = 5;

/**
 * Creates a post and publishes it to the space. Sent again to the space with the same client id, it returns the post
 * created first, deleted or not.
 */
export async function createPost(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  input: NewPost,
): Promise<PostDetailRow> {
  const { space_id } = scope;
  const poll = input.poll ?? null;
  const isAnnouncement = input.post_type === 'announcement' && poll === null;
  const text = readPostText(input, { mayBeEmpty: poll !== null });

  const write = async (tx: Tx): Promise<string> => {
    // Serializes the writes of one person, so that limits count correctly and a draft is saved before or after this
    // write, never during it.
    const rights = await requireActiveMember(tx, space_id, viewer.user_id, { exclusive: true });
    if (isAnnouncement && !canAnnounce(rights)) throw new AppError('announcement_not_allowed');
    const earlier = await findCreatedId(tx, 'posts', { ...viewer, space_id, client_id: input.client_id });
    if (earlier) {
      await requireOpen(tx, viewer, { ...scope, ...rights }, earlier);
      return earlier;
    }
    if (hasWriteLimits(rights)) {
      const written = await countPostsSince(tx, viewer.user_id, space_id, anHourAgo());
      enforceHourlyLimit('post_limit_reached', written, postsPerHour);
    }
    const at = nowIso();
    const postId = newId();
    const { body, excerpt, mentioned } = await finishPostText(tx, space_id, text);
    await insertPost(tx, {
      id: postId,
      space_id,
      user_id: viewer.user_id,
      category_id: await requireCategory(tx, viewer, { ...scope, ...rights }, input.category_id ?? null),
      post_type: poll ? 'poll' : isAnnouncement ? 'announcement' : 'post',
      client_id: input.client_id,
      slug: await chooseSlug(tx, scope, input.title),
      title: input.title,
      body,
      excerpt,
      last_activity_at: at,
      created_at: at,
      updated_at: at,
    });
    await attachToPost(tx, { post_id: postId, space_id, user_id: viewer.user_id, at }, text);
    if (poll) await createPoll(tx, { post_id: postId, space_id }, poll);
    await insertFanOut(tx, { id: postId, space_id }, at);
    const row = await requirePost(tx, viewer, postId);
    const post = toPublishedPost(toPost(withoutBody(row)));
    await publish(tx, feedChannel(row), 'post.created', { post });
    await runHooks(tx, context, 'postCreated', {
      space_id,
      post_id: postId,
      user_id: viewer.user_id,
      client_id: input.client_id,
      created_at: at,
      title: input.title,
      body,
      mentioned,
    });
    return postId;
  };

  for (let attempt = 1; ; attempt += 1) {
    try {
      const postId = await context.db.transaction().execute(write);
      return await requirePost(context.db, viewer, postId);
    } catch (error) {
      // The same post was sent twice at the same time, or another title took this slug: try again.
      if (attempt < writeAttempts && isUniqueViolation(error)) continue;
      throw error;
    }
  }
}

/**
 * Returns a free slug for a title. In a space with limited categories, each post gets a random end: a number would say that there is a
 * post with the same title that its author, or a reader, can't see.
 */
async function chooseSlug(
  tx: Tx,
  { space_id, category_rules }: Pick<SpaceContext, 'space_id' | 'category_rules'>,
  title: string,
): Promise<string> {
  const slug = toSlug(title, slugLength) || 'post';
  if (category_rules.length > 0) return `${slug}-${newShortId()}`;
  await lockSlug(tx, space_id, slug);
  return firstFreeSlug(slug, await listTakenSlugs(tx, space_id, slug));
}

/** A category can have been closed to the author since. @throws AppError `category_locked` */
async function requireOpen(tx: Tx, viewer: Viewer, scope: SpaceContext, postId: string): Promise<void> {
  const category_rules = await lockPostCategory(tx, postId);
  const closed = await listClosedCategories(tx, viewer, { ...scope, category_rules });
  if (closed.length > 0) throw new AppError('category_locked');
}

/** Attaches the uploads of a text to its post, in the order of the text's list. */
async function attachToPost(
  tx: Tx,
  post: { post_id: string; space_id: string; user_id: string; at: string },
  text: PostText,
): Promise<void> {
  const { post_id, space_id, user_id, at } = post;
  const uploads = await attachUploads(tx, {
    user_id,
    space_id,
    purpose: ['post_image', 'post_file'],
    upload_ids: text.upload_ids,
    at,
  });
  await insertAttachments(
    tx,
    uploads.map(({ id }, position) => ({
      post_id,
      upload_id: id,
      space_id,
      position,
      inline: text.inline.includes(id),
    })),
  );
}
