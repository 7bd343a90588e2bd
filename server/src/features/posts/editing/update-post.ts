import type { Api } from '#contract/api.ts';
import type { PollInput } from '#contract/features/polls/polls.ts';
import type { PostRevision } from '#contract/features/posts/posts.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  changedFields,
  type FieldComparisons,
  hasEqualItems,
  isEqual,
} from '#server/platform/fields/changed-fields.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import {
  feedChannel,
  postChannel,
  publish,
  publishEach,
  spaceChannel,
} from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../../members/index.ts';
import { rewritePoll } from '../../polls/index.ts';
import { listClosedCategories, lockCategoryRules } from '../../spaces/index.ts';
import { attachUploads, toAttachment } from '../../uploads/index.ts';
import { updatePostText } from '../post-lifecycle.queries.ts';
import { canReadHistory } from '../posts.policy.ts';
import { insertAttachments, type PostDetailRow } from '../posts.queries.ts';
import { toPost, toPostDetail, toPublishedPost, withoutBody } from '../posts.view.ts';
import { requirePost } from '../read-post.ts';
import { finishPostText, type PostText, readPostText, requireCategory } from '../text/post-text.ts';
import { countEdit } from '../write-limit.ts';
import {
  deleteAttachments,
  findPostToEdit,
  insertRevision,
  listPostAttachments,
  listRevisionRows,
  listRevisionUploads,
  type PostAttachment,
} from './revisions.queries.ts';

type PostEdit = Omit<EndpointInput<Api['update_post']>, 'poll'> & { poll?: PollInput | null };

/** The fields of a post that an edit sets. A poll is compared where it is stored. */
type PostFields = Required<Omit<PostEdit, 'post_id' | 'revision' | 'poll'>>;
const comparisons: FieldComparisons<PostFields> = {
  title: isEqual,
  body: isEqual,
  category_id: isEqual,
  upload_ids: hasEqualItems,
};

type EditedPost = NonNullable<Awaited<ReturnType<typeof findPostToEdit>>>;

/**
 * Edits the viewer's post and keeps the earlier version as a revision. An edit of an older revision is rejected with the
 * current post, unless it changes nothing (the response was lost, and the request was sent again).
 * @throws AppError `post_not_found`, `not_author`, `edit_conflict` with `{post}`, `rate_limited`
 */
export async function updatePost(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  input: PostEdit,
): Promise<PostDetailRow> {
  return await context.db.transaction().execute(async (tx) => {
    const rights = await requireActiveMember(tx, scope.space_id, viewer.user_id);
    const post = await findPostToEdit(tx, input.post_id);
    if (!post) throw new AppError('post_not_found');
    if (post.user_id !== viewer.user_id) throw new AppError('not_author');
    const wasLimited = await requireOpen(tx, viewer, { ...scope, ...rights }, post.category_id);
    const text = readPostText(input, { mayBeEmpty: post.post_type === 'poll', before: post.body });
    const { body, excerpt, mentioned } = await finishPostText(tx, post.space_id, text);
    const category_id =
      input.category_id === undefined || input.category_id === post.category_id
        ? post.category_id
        : await requireCategory(tx, viewer, { ...scope, ...rights }, input.category_id);
    const attachments = await listPostAttachments(tx, post.id);
    const after: PostFields = { title: input.title, body, category_id, upload_ids: text.upload_ids };
    const before: PostFields = { ...post, upload_ids: attachments.map(({ upload_id }) => upload_id) };
    const changes = changedFields(comparisons, before, after);
    if (post.revision !== input.revision && changes.length > 0) await rejectConflict(tx, viewer, post.id);

    const pollTarget = { post_id: post.id, space_id: post.space_id };
    const pollChanged =
      post.post_type === 'poll' && input.poll ? await rewritePoll(tx, pollTarget, input.poll) : false;
    if (changes.length === 0 && !pollChanged) return await requirePost(tx, viewer, post.id);

    const at = nowIso();
    await countEdit(tx, context.rateLimits, viewer.user_id);
    await saveRevision(tx, post, attachments);
    const { upload_ids: _, ...columns } = after;
    await updatePostText(tx, post.id, { ...columns, excerpt, edited_at: at });
    if (changes.includes('upload_ids')) await replaceAttachments(tx, post, attachments, text, at);
    const row = await requirePost(tx, viewer, post.id);
    const { id: post_id, space_id, user_id } = post;
    const update = { space_id, post_id, user_id, edited_at: at, title: input.title, body, mentioned };
    const published = { post: toPublishedPost(toPost(withoutBody(row))) };
    // First: those who can't open the new category don't get the new text.
    if (changes.includes('category_id'))
      await publishEach(tx, 'post.moved', movesOf({ ...post, is_limited: wasLimited }, row));
    await publish(tx, [feedChannel(row), postChannel(post_id)], 'post.changed', published);
    await runHooks(tx, context, 'postUpdated', update);
    return row;
  });
}

/**
 * Rules may have closed the category since the request began; from here on, they wait. Returns whether it has any.
 * @throws AppError `post_not_found`
 */
async function requireOpen(
  tx: Tx,
  viewer: Viewer,
  scope: SpaceContext,
  categoryId: string | null,
): Promise<boolean> {
  if (categoryId === null) return false;
  const category_rules = await lockCategoryRules(tx, categoryId);
  const closed = await listClosedCategories(tx, viewer, { ...scope, category_rules });
  if (closed.length > 0) throw new AppError('post_not_found');
  return category_rules.length > 0;
}

/**
 * Returns the events of a move for those who may have the post on screen, or in events that they missed: everyone in the space, and,
 * before the events of its old category, those who could open that. If its new one has rules, only those who can open it get its id.
 */
function movesOf(before: Parameters<typeof feedChannel>[0], after: PostDetailRow) {
  const { id: post_id, space_id, category_id, is_limited, version } = after;
  const payload = { space_id, post_id, category_id, is_limited, version };
  const forAll = { ...payload, category_id: is_limited ? null : category_id };
  const channels = new Set([spaceChannel(space_id), feedChannel(before)]);
  const moves = [...channels].map((channel) => ({ channel, payload: forAll }));
  return is_limited ? [...moves, { channel: feedChannel(after), payload }] : moves;
}

async function rejectConflict(tx: Tx, viewer: Viewer, postId: string): Promise<never> {
  throw new AppError('edit_conflict', { post: toPostDetail(await requirePost(tx, viewer, postId)) });
}

async function saveRevision(tx: Tx, post: EditedPost, attachments: PostAttachment[]): Promise<void> {
  const { id: post_id, revision, space_id, title, body } = post;
  const written_at = post.edited_at ?? post.created_at;
  await insertRevision(tx, { post_id, revision, space_id, title, body, written_at }, attachments);
}

/**
 * Attaches new uploads and saves all of them in order. Removed ones stay in the history, from which an edit may restore
 * them.
 */
async function replaceAttachments(
  tx: Tx,
  post: EditedPost,
  before: PostAttachment[],
  text: PostText,
  at: string,
): Promise<void> {
  const { id: post_id, space_id } = post;
  const existing = new Set(before.map(({ upload_id }) => upload_id));
  const added = text.upload_ids.filter((id) => !existing.has(id));
  const restored = await listRevisionUploads(tx, post_id, added);
  await attachUploads(tx, {
    user_id: post.user_id,
    space_id,
    purpose: ['post_image', 'post_file'],
    upload_ids: added.filter((id) => !restored.has(id)),
    at,
  });
  await deleteAttachments(tx, post_id);
  await insertAttachments(
    tx,
    text.upload_ids.map((upload_id, position) => ({
      post_id,
      upload_id,
      space_id,
      position,
      inline: text.inline.includes(upload_id),
    })),
  );
}

const revisionsPageSize = 20;

/** Returns the earlier versions of a post, latest first. */
export async function listRevisions(
  db: Database,
  viewer: Viewer,
  scope: SpaceContext,
  input: { post_id: string; before?: number | undefined },
): Promise<{ revisions: PostRevision[]; next_before: number | null }> {
  const post = await requirePost(db, viewer, input.post_id);
  // The history of a deleted post isn't shown; its files may be deleted.
  if (post.deleted_at !== null) throw new AppError('post_not_found');
  if (!canReadHistory(viewer, scope, post.user_id)) throw new AppError('not_author_or_moderator');
  const rows = await listRevisionRows(db, post.id, input.before, revisionsPageSize + 1);
  const revisions = rows
    .slice(0, revisionsPageSize)
    .map(({ attached, ...row }) => ({ ...row, attachments: (attached ?? []).map(toAttachment) }));
  return {
    revisions,
    next_before: rows.length > revisionsPageSize ? (revisions.at(-1)?.revision ?? null) : null,
  };
}
