import type { Comment } from '#contract/features/comments/comments.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { inTurn } from '#server/platform/db/in-turn.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { postChannel, publishAll } from '#server/platform/live/publish.ts';
import { requireActiveMember } from '../members/index.ts';
import { resolveMentions } from '../mentions/index.ts';
import { commentCount, hourlyLimit } from '../posts/index.ts';
import { categoryOfPost, listCategoryRules, listClosedCategories } from '../spaces/index.ts';
import { attachUpload } from './attach-upload.ts';
import { insertComment } from './comment-lifecycle.queries.ts';
import { requireCommentText } from './comment-text.ts';
import { findParent, getComment, loadCommentPreconditions } from './comments.queries.ts';
import { toComment, toPublishedComment, toReader } from './comments.view.ts';
import { chooseRecipients } from './discussions/choose-recipients.ts';
import { locatePage } from './discussions/discussions.access.ts';

export interface NewComment {
  client_id: string;
  post_id: string;
  parent_id?: string | null | undefined;
  body: string;
  upload_id?: string | null | undefined;
}

export const commentsPerHour = 60;

/** Creates a comment or a reply. Sent again to the post with the same client id, it returns the comment created first. */
export async function createComment(
  context: HookContext & { db: Database },
  viewer: Viewer,
  scope: SpaceContext,
  input: NewComment,
): Promise<Comment> {
  const { body, text } = requireCommentText(input.body);
  const reader = toReader(viewer, scope);

  const write = async (tx: Tx): Promise<Comment> => {
    const { earlier_id, post, parent, category_rules } = await lockContext(tx, viewer, scope, input);
    if (earlier_id !== null) return toComment(await getComment(tx, reader, earlier_id), reader);
    const { html, user_ids } = await resolveMentions(tx, scope.space_id, body);
    const recipients = await chooseRecipients(tx, post, { category_rules }, user_ids, parent);
    const at = nowIso();
    const id = newId();
    const uploadId = input.upload_id ?? null;
    await attachUpload(tx, { user_id: viewer.user_id, space_id: scope.space_id }, uploadId, at);
    const [inserted] = await Promise.all([
      insertComment(tx, reader, {
        id,
        space_id: post.space_id,
        post_id: post.id,
        user_id: viewer.user_id,
        client_id: input.client_id,
        thread_id: parent?.thread_id ?? id,
        parent_id: parent?.id ?? null,
        reply_to_user_id: parent?.parent_id ? parent.user_id : null,
        body: html,
        upload_id: uploadId,
        created_at: at,
      }),
      runHooks(tx, context, 'commentCreated', {
        space_id: post.space_id,
        post_id: post.id,
        comment_id: id,
        user_id: viewer.user_id,
        created_at: at,
        text,
        ...recipients,
      }),
    ]);
    const comment = toComment(inserted.row, reader);
    const counts = { ...inserted.counts, last_comment_at: at, last_activity_at: at };
    await publishAll(tx, [
      {
        channel: postChannel(post.id),
        type: 'comment.created',
        payload: { comment: toPublishedComment(comment) },
      },
      // Lists don't show pages of courses, and not everyone in the space can open them.
      ...(post.post_type === 'course_page' ? [] : commentCount.toEvents(post.space_id, post.id, counts)),
    ]);
    return comment;
  };

  try {
    return await inTurn(context.db, input.post_id, write);
  } catch (error) {
    // The same comment was sent twice at the same time; the other one exists now.
    if (!isUniqueViolation(error)) throw error;
    return await inTurn(context.db, input.post_id, write);
  }
}

/** Locks what a comment depends on and checks that it may be created. Returns only the id of an earlier one, if it was sent before. */
async function lockContext(tx: Tx, viewer: Viewer, scope: SpaceContext, input: NewComment) {
  const exclusive = hourlyLimit.appliesTo(scope);
  const load = (limit: number) =>
    loadCommentPreconditions(tx, {
      user_id: viewer.user_id,
      client_id: input.client_id,
      space_id: scope.space_id,
      post_id: input.post_id,
      since: hourlyLimit.since(),
      limit,
    });
  // Sent together. Preconditions are read after the lock: someone with an hourly limit sees what they have just created.
  const [rights, { earlier_id, written, post }, category_rules, parent] = await Promise.all([
    requireActiveMember(tx, scope.space_id, viewer.user_id, { exclusive }),
    load(exclusive ? commentsPerHour : 0),
    listCategoryRules(tx, categoryOfPost(input.post_id)),
    input.parent_id ? findParent(tx, input.post_id, input.parent_id) : null,
  ]);
  if (earlier_id !== null) return { earlier_id };
  if (hourlyLimit.appliesTo(rights)) {
    // Someone who was a moderator when the request began has no count yet.
    const counted = exclusive ? written : (await load(commentsPerHour)).written;
    hourlyLimit.require('comment_limit_reached', counted, commentsPerHour);
  }
  if (!post) throw new AppError('post_not_found');
  // Rules may have locked the category or the page since the request began.
  const closed = await listClosedCategories(tx, viewer, { ...scope, ...rights, category_rules });
  if (closed.length > 0) throw new AppError('post_not_found');
  const isClosedPage = post.post_type === 'course_page' && !(await locatePage(tx, viewer, post.id));
  if (isClosedPage) throw new AppError('post_not_found');
  if (post.comments_closed) throw new AppError('comments_closed');
  if (parent === undefined) throw new AppError('comment_not_found');
  return { earlier_id: null, post, parent, category_rules };
}
