import { maxAttachments, maxPostBody } from '#contract/limits.ts';
import type { SpaceScope, Viewer } from '#server/platform/access.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, spaceTopic } from '#server/platform/live/publish.ts';
import { pictureIdsIn, sanitizeRichText, toExcerpt, toPlainText } from '#server/platform/text/rich-text.ts';
import { firstFreeSlug, toSlug } from '#server/platform/text/slug.ts';
import { requireActiveMember } from '../members/index.ts';
import { selectCategories } from '../spaces/index.ts';
import { attachUploads } from '../uploads/index.ts';
import { hasWriteLimits } from './feed.policy.ts';
import {
  insertAttachments,
  insertPost,
  lockSlug,
  type PostRow,
  selectPost,
  selectPostIdByClientId,
  selectPostsWrittenSince,
  selectTakenSlugs,
} from './feed.queries.ts';
import { toPost, toPublishedPost, withoutBody } from './feed.view.ts';
import { anHourAgo, requireWithinHour } from './write-limit.ts';

export interface NewPost {
  client_id: string;
  title: string;
  body: string;
  category_id?: string | null | undefined;
  upload_ids: string[];
}

export const postsAnHour = 10;
const excerptLength = 280;
const slugLength = 80;
const writeAttempts = 5;

/** Creates a post and tells the space; sent again with the same client id it answers the post made first. */
export async function createPost(
  db: Database,
  viewer: Viewer,
  scope: SpaceScope,
  input: NewPost,
): Promise<PostRow & { body: string }> {
  const body = sanitizeRichText(input.body);
  const text = toPlainText(body);
  const inline = pictureIdsIn(body);
  if ([...text].length > maxPostBody) throw new AppError('post_too_long');
  if (text === '' && inline.length === 0 && input.upload_ids.length === 0) throw new AppError('post_empty');
  const uploadIds = [...new Set([...input.upload_ids, ...inline])];
  if (uploadIds.length > maxAttachments) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'upload_ids', message: 'At most 10 attachments' }],
    });
  }

  const write = async (tx: Tx): Promise<string> => {
    const limited = hasWriteLimits(scope);
    await requireActiveMember(tx, scope.space_id, viewer.user_id, { alone: limited });
    const earlier = await selectPostIdByClientId(tx, viewer.user_id, input.client_id);
    if (earlier) return earlier;
    if (limited) {
      const written = await selectPostsWrittenSince(tx, viewer.user_id, scope.space_id, anHourAgo());
      requireWithinHour('post_limit_reached', written, postsAnHour);
    }
    const at = nowText();
    const postId = newId();
    const slug = toSlug(input.title, slugLength) || 'post';
    await lockSlug(tx, scope.space_id, slug);
    await insertPost(tx, {
      id: postId,
      space_id: scope.space_id,
      user_id: viewer.user_id,
      category_id: await requireCategory(tx, scope.space_id, input.category_id ?? null),
      client_id: input.client_id,
      slug: firstFreeSlug(slug, await selectTakenSlugs(tx, scope.space_id, slug)),
      title: input.title,
      body,
      excerpt: toExcerpt(text, excerptLength),
      last_activity_at: at,
      created_at: at,
      updated_at: at,
    });
    const uploads = await attachUploads(tx, {
      user_id: viewer.user_id,
      space_id: scope.space_id,
      purpose: 'post_image',
      upload_ids: uploadIds,
      at,
    });
    await insertAttachments(
      tx,
      uploads.map(({ id }, position) => ({
        post_id: postId,
        upload_id: id,
        space_id: scope.space_id,
        position,
        inline: inline.includes(id),
      })),
    );
    const row = await requirePost(tx, viewer, postId);
    await publish(tx, spaceTopic(scope.space_id), 'post.created', {
      post: toPublishedPost(toPost(withoutBody(row))),
    });
    return postId;
  };

  for (let attempt = 1; ; attempt += 1) {
    try {
      const postId = await db.transaction().execute(write);
      return await requirePost(db, viewer, postId);
    } catch (error) {
      // The same post was sent twice at once, or another title led to this slug: look again.
      if (attempt < writeAttempts && isUniqueViolation(error)) continue;
      throw error;
    }
  }
}

async function requirePost(db: Database | Tx, viewer: Viewer, postId: string) {
  const row = await selectPost(db, viewer, postId);
  if (!row) throw new AppError('post_not_found');
  return row;
}

/** A space with categories asks for one of them; with a single one that is taken by itself. */
async function requireCategory(tx: Tx, spaceId: string, categoryId: string | null): Promise<string | null> {
  const categories = await selectCategories(tx, spaceId);
  if (categoryId === null) {
    if (categories.length > 1) throw new AppError('category_required');
    return categories[0]?.id ?? null;
  }
  if (!categories.some((category) => category.id === categoryId)) throw new AppError('category_not_found');
  return categoryId;
}
