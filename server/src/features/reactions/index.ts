import type { Feature } from '#server/platform/feature.ts';
import { reactionRoutes } from './reactions.routes.ts';

export { setCommentLike } from './like-comment.ts';
export { setPostLike } from './like-post.ts';

export const reactions: Feature = { name: 'reactions', routes: reactionRoutes };
