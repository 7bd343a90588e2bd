import { t } from '#contract/i18n/translate.ts';
import { maxAttachments } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireRichText } from '#server/platform/text/require-rich-text.ts';
import { imageIdsIn, toExcerpt, toPlainText } from '#server/platform/text/rich-text.ts';
import { resolveMentions } from '../../mentions/index.ts';
import { listCategories, listClosedCategories, lockCategoryRules } from '../../spaces/index.ts';

const excerptLength = 280;

/** A post's text as it is stored, and its uploads. */
export interface PostText {
  /** Sanitized. Mentions are not resolved yet. */
  body: string;
  upload_ids: string[];
  /** The uploads that are shown inside the text. */
  inline: string[];
}

/** @throws AppError `post_empty`, `post_too_long`, `invalid_input` for too many attachments */
export function readPostText(
  input: { body: string; upload_ids: string[] },
  { mayBeEmpty = false, before }: { mayBeEmpty?: boolean; before?: string } = {},
): PostText {
  const { html: body, text } = requireRichText(input.body, 'post', before);
  const inline = imageIdsIn(body);
  const upload_ids = [...new Set([...input.upload_ids, ...inline])];
  if (text === '' && upload_ids.length === 0 && !mayBeEmpty) throw new AppError('post_empty');
  if (upload_ids.length > maxAttachments) {
    throw new AppError('invalid_input', {
      issues: [{ path: 'upload_ids', message: t('At most 10 attachments') }],
    });
  }
  return { body, upload_ids, inline };
}

/** Returns the body with resolved mentions, and the excerpt that lists show. */
export async function finishPostText(tx: Tx, spaceId: string, { body }: PostText) {
  const resolved = await resolveMentions(tx, spaceId, body);
  return {
    body: resolved.html,
    excerpt: toExcerpt(toPlainText(resolved.html), excerptLength),
    mentioned: resolved.user_ids,
  };
}

/**
 * Returns the category of a post: the only one of the space by default.
 * @throws AppError `category_required`, `unknown_category`, `category_locked` if the viewer can't open it
 */
export async function requireCategory(
  tx: Tx,
  viewer: Viewer,
  scope: SpaceContext,
  categoryId: string | null,
): Promise<string | null> {
  const categories = await listCategories(tx, scope.space_id);
  if (categoryId === null && categories.length > 1) throw new AppError('category_required');
  const chosen = categoryId ?? categories[0]?.id ?? null;
  if (chosen === null) return null;
  if (!categories.some((category) => category.id === chosen)) throw new AppError('unknown_category');
  // Rules may have closed it since the request began; from here on, they wait.
  const category_rules = await lockCategoryRules(tx, chosen);
  const closed = await listClosedCategories(tx, viewer, { ...scope, category_rules });
  if (closed.length > 0) throw new AppError('category_locked');
  return chosen;
}
