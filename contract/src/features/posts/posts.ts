import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, emptyResponse, id, liveCursor, timestamp } from '../../schema/endpoint.ts';
import { limitCharacters } from '../../schema/limit-characters.ts';
import { reactionActor, reactionTotals, viewerReactions } from '../../schema/reaction-totals.ts';
import { htmlInput } from '../../schema/rich-text.ts';
import { avatarPerson, spacePerson } from '../../users.ts';
import { maxAttachments, maxPostTitle, maxShownCommenters } from '../../values/limits.ts';
import { poll, pollInput } from '../polls/polls.ts';
import { attachment, image, storedFile } from '../uploads/uploads.ts';

/** The metadata of the first page that a post links to. */
export const linkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  site_name: z.string().nullable(),
  /** A copy of the page's image. */
  image: image.nullable(),
});
export type LinkPreview = z.output<typeof linkPreview>;

/** Who commented last, and when. Deleted comments don't count. */
const latestComments = {
  /** The latest commenters, each once, latest first. */
  commenters: z.array(avatarPerson).max(maxShownCommenters),
  last_comment_at: timestamp.nullable(),
};

/** A post as the feed shows it. `excerpt` is plain text; `postDetail` adds the full body. */
export const post = z.object({
  id,
  slug: z.string(),
  space_id: id,
  user_id: id,
  category_id: id.nullable(),
  title: z.string(),
  excerpt: z.string(),
  post_type: z.enum(['post', 'announcement', 'poll']),
  pinned_at: timestamp.nullable(),
  comments_closed: z.boolean(),
  edited_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  last_activity_at: timestamp,
  ...reactionTotals,
  comment_count: z.number().int(),
  ...latestComments,
  created_at: timestamp,
  /** Raised by every change; the higher version wins. */
  version: z.number().int(),
  author: spacePerson,
  attachments: z.array(image),
  /** Documents and videos. */
  files: z.array(storedFile),
  poll: poll.nullable(),
  /** 1 for a new post, raised by each edit. */
  revision: z.number().int(),
  link_preview: linkPreview.nullable(),
  ...viewerReactions,
});
export type Post = z.output<typeof post>;
/** A post with its body (sanitized HTML). */
export const postDetail = post.extend({ body: z.string() });
export type PostDetail = z.output<typeof postDetail>;

/** A version of a post from `written_at` until the next edit; the body is sanitized HTML. */
export const postRevision = z.object({
  revision: z.number().int(),
  title: z.string(),
  body: z.string(),
  /** The attachments of that version, in order. */
  attachments: z.array(attachment),
  written_at: timestamp,
});
export type PostRevision = z.output<typeof postRevision>;
/**
 * For a deleted post: whether a moderator removed it, and the reason given to the author (visible to the author and
 * moderators).
 */
export const postRemoval = z.object({ is_removed: z.boolean(), reason: z.string().nullable() });
export type PostRemoval = z.output<typeof postRemoval>;
/** A deleted post is returned without its title, text and images; its comments stay. */
const postResponse = z.object({
  post: postDetail,
  removal: postRemoval.nullable(),
  live_cursor: liveCursor,
});

export const postTitleField = limitCharacters(z.string().trim(), {
  min: [3, () => t('Title must be at least 3 characters')],
  max: [maxPostTitle, () => t('Title must be at most 120 characters')],
});

const inSpace = z.object({ space_id: id });
const ofPost = z.object({ post_id: id });

const counts = {
  post_id: id,
  ...reactionTotals,
  comment_count: z.number().int(),
  ...latestComments,
  last_activity_at: timestamp,
  /** For feeds of a category that don't contain the post. */
  category_id: id.nullable(),
  version: z.number().int(),
};

export const postLiveEvents = {
  'post.created': z.object({ post }),
  'post.changed': z.object({ post }),
  'post.deleted': z.object({ post_id: id, deleted_at: timestamp, version: z.number().int() }),
  /**
   * A post has another category: feeds of categories have one less or one more. `is_limited` if that one has access rules. Its
   * id is then sent to its own channel only, and null to others: those who can't open it get nothing else, and hide the post.
   */
  'post.moved': z.object({
    space_id: id,
    post_id: id,
    category_id: id.nullable(),
    is_limited: z.boolean(),
    version: z.number().int(),
  }),
  /** `actor` is set if a reaction caused it. */
  'post.stats_changed': z.object({
    ...counts,
    actor: reactionActor.nullable(),
  }),
};

export const postEndpoints = {
  create_post: defineEndpoint({
    method: 'POST',
    path: '/api/spaces/:space_id/posts',
    summary: 'Create a post. Sending it to the space again with the same client_id creates it only once.',
    access: 'space-member',
    params: inSpace,
    body: z.object({
      client_id: id,
      title: postTitleField,
      /** HTML of the editor; sanitised before it is stored. */
      body: htmlInput('post', () => t('The post is too long')),
      /** May be left out in a space with one category, which the post then gets; with more it is required. */
      category_id: id.nullable().optional(),
      upload_ids: z
        .array(id)
        .max(maxAttachments, { error: () => t('At most 10 attachments') })
        .default([]),
      post_type: z.enum(['post', 'announcement']).default('post'),
      /** Makes it a poll. */
      poll: pollInput.nullable().default(null),
    }),
    output: z.object({ post: postDetail }),
    errors: [
      'post_empty',
      'post_too_long',
      'category_required',
      'unknown_category',
      'category_locked',
      'upload_not_found',
      'post_limit_reached',
      'announcement_not_allowed',
      'poll_closes_in_past',
    ],
    rateLimit: 'write',
  }),
  get_post: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id',
    summary: 'One post with its body.',
    access: 'space-viewer',
    params: ofPost,
    output: postResponse,
    rateLimit: 'none',
  }),
  get_post_by_slug: defineEndpoint({
    method: 'GET',
    path: '/api/spaces/by-subdomain/:subdomain/posts/:slug',
    summary: 'One post by its slug or id.',
    access: 'space-viewer',
    params: z.object({ subdomain: z.string().max(80), slug: z.string().max(200) }),
    output: postResponse,
    errors: ['post_not_found'],
    rateLimit: 'none',
  }),
  update_post: defineEndpoint({
    method: 'PATCH',
    path: '/api/posts/:post_id',
    summary: 'Edit a post (author). Requires the revision being edited; the earlier version is kept.',
    access: 'space-member',
    params: ofPost,
    body: z.object({
      /** The revision that the editor loaded. Any other revision fails with `edit_conflict` and the current post. */
      revision: z.number().int().positive(),
      title: postTitleField,
      body: htmlInput('post', () => t('The post is too long')),
      /** As for a new post. */
      category_id: id.nullable().optional(),
      upload_ids: z.array(id).max(maxAttachments, { error: () => t('At most 10 attachments') }),
      /** For a poll. Once someone has voted, only the closing time may change. */
      poll: pollInput.nullable().default(null),
    }),
    output: z.object({ post: postDetail }),
    errors: [
      'not_author',
      'edit_conflict',
      'post_empty',
      'post_too_long',
      'category_required',
      'unknown_category',
      'category_locked',
      'upload_not_found',
      'poll_has_votes',
      'poll_closed',
      'poll_closes_in_past',
    ],
    rateLimit: 'write',
  }),
  list_post_revisions: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/revisions',
    summary: 'The earlier versions of a post, latest first, 20 per page (author, owner and admins).',
    access: 'space-member',
    params: ofPost,
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    output: z.object({ revisions: z.array(postRevision), next_before: z.number().int().nullable() }),
    errors: ['not_author_or_moderator'],
    rateLimit: 'none',
  }),
  set_comments_closed: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/comments-closed',
    summary: 'Turn the comments of a post off or on (owner or admin).',
    access: 'space-editor',
    params: ofPost,
    body: z.object({ closed: z.boolean() }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  delete_post: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id',
    summary: 'Delete a post (author, owner or admin). Its comments stay.',
    access: 'space-member',
    params: ofPost,
    output: emptyResponse,
    errors: ['not_author_or_moderator'],
    rateLimit: 'write',
  }),
  pin_post: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/pin',
    summary: 'Pin a post to the top of the feed (owner and admins), up to three in a space.',
    access: 'space-editor',
    params: ofPost,
    output: z.object({ post }),
    errors: ['pin_limit_reached'],
    rateLimit: 'write',
  }),
  unpin_post: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/pin',
    summary: 'Unpin a post (owner and admins).',
    access: 'space-editor',
    params: ofPost,
    output: z.object({ post }),
    rateLimit: 'write',
  }),
};
