import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import { t } from '../../i18n/translate.ts';
import type { Access } from '../../schema/access.ts';
import { cursor, defineEndpoint, id } from '../../schema/endpoint.ts';
import { reactionTotals, viewerReactions } from '../../schema/reaction-totals.ts';
import { person } from '../../users.ts';
import { isReactionTo, type ReactableKind, reactableTargets } from '../../values/reactions.ts';

const totals = z.object({ ...reactionTotals, ...viewerReactions, version: z.number().int() });
const reactors = z.object({ people: z.array(person), next_cursor: z.string().nullable() });

type TargetParams<Kind extends ReactableKind> = Record<`${Kind}_id`, typeof id>;

/** The path parameters of endpoints about a target, and about one kind of its reactions. */
function paramsOf<Kind extends ReactableKind>(kind: Kind) {
  const target = { [`${kind}_id`]: id } as TargetParams<Kind>;
  const reaction = z
    .string()
    .max(64)
    .refine((text) => isReactionTo(kind, text), { error: () => t("This reaction can't be used here.") });
  return { target: z.object(target), reaction: z.object({ ...target, kind: reaction }) };
}

interface ReactionAccess<Read extends Access, Write extends Access> {
  /** The path of the targets: `posts`. */
  path: string;
  /** Who can list reactions, and who can give them. With `signed-in`, the target decides (`authorize`). */
  read: Read;
  write: Write;
  errors?: readonly ErrorCode[];
}

/**
 * Declares the endpoints for all kinds of reactions to a target. Reactions are set with PUT and removed with DELETE,
 * never toggled, so that repeating a request has no effect.
 */
function reactionEndpointsOf<
  Kind extends ReactableKind,
  const Read extends Access,
  const Write extends Access,
>(kind: Kind, { path, read, write, errors = [] }: ReactionAccess<Read, Write>) {
  const params = paramsOf(kind).reaction;
  const address = `/api/${path}/:${kind}_id/reactions/:kind`;
  const change = { path: address, access: write, params, output: totals, rateLimit: 'write' } as const;
  const add = defineEndpoint({
    ...change,
    method: 'PUT',
    summary: `React to a ${kind}.`,
    errors: reactableTargets[kind].max_emoji > 0 ? ['too_many_reactions', ...errors] : errors,
  });
  const remove = defineEndpoint({
    ...change,
    method: 'DELETE',
    summary: `Take back a reaction to a ${kind}.`,
    errors,
  });
  const list = defineEndpoint({
    method: 'GET',
    path: address,
    summary: `The people who gave one kind of reaction to a ${kind}, latest first, 50 per page.`,
    access: read,
    params,
    query: z.object({ cursor }),
    output: reactors,
    errors,
    rateLimit: 'none',
  });
  return {
    [`add_${kind}_reaction`]: add,
    [`remove_${kind}_reaction`]: remove,
    [`list_${kind}_reactors`]: list,
  } as Record<`add_${Kind}_reaction`, typeof add> &
    Record<`remove_${Kind}_reaction`, typeof remove> &
    Record<`list_${Kind}_reactors`, typeof list>;
}

const ofPost = paramsOf('post').target;
const ofComment = paramsOf('comment').target;
const inSpace = { read: 'space-viewer', write: 'space-member' } as const;

export const reactionEndpoints = {
  ...reactionEndpointsOf('post', { path: 'posts', ...inSpace }),
  ...reactionEndpointsOf('comment', { path: 'comments', ...inSpace }),
  ...reactionEndpointsOf('message', {
    path: 'chat/messages',
    read: 'signed-in',
    write: 'signed-in',
    errors: ['message_not_found', 'not_in_conversation', 'cannot_message_person'],
  }),
  like_post: defineEndpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/like',
    summary: 'Like a post.',
    access: 'space-member',
    params: ofPost,
    output: totals,
    rateLimit: 'write',
  }),
  unlike_post: defineEndpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id/like',
    summary: 'Remove a like from a post.',
    access: 'space-member',
    params: ofPost,
    output: totals,
    rateLimit: 'write',
  }),
  list_post_likes: defineEndpoint({
    method: 'GET',
    path: '/api/posts/:post_id/likes',
    summary: 'The people who liked a post, latest first, 50 per page.',
    access: 'space-viewer',
    params: ofPost,
    query: z.object({ cursor }),
    output: reactors,
    rateLimit: 'none',
  }),
  list_comment_likes: defineEndpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/likes',
    summary: 'The people who liked a comment, latest first, 50 per page.',
    access: 'space-viewer',
    params: ofComment,
    query: z.object({ cursor }),
    output: reactors,
    rateLimit: 'none',
  }),
  like_comment: defineEndpoint({
    method: 'PUT',
    path: '/api/comments/:comment_id/like',
    summary: 'Like a comment.',
    access: 'space-member',
    params: ofComment,
    output: totals,
    rateLimit: 'write',
  }),
  unlike_comment: defineEndpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id/like',
    summary: 'Remove a like from a comment.',
    access: 'space-member',
    params: ofComment,
    output: totals,
    rateLimit: 'write',
  }),
};
