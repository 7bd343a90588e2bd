import type { Feature } from '#server/platform/feature.ts';
import { createLocator } from '../members/index.ts';
import { spaceOfComment } from './comments.queries.ts';
import { commentRoutes } from './comments.routes.ts';

export { updateCommentLikes } from './comments.queries.ts';
export { createComment } from './create-comment.ts';
export { deleteComment, deleteCommentInTx } from './delete-comment.ts';
export { acknowledgeCommentRemoval } from './removal.queries.ts';
export { updateComment } from './update-comment.ts';

export const comments: Feature = {
  name: 'comments',
  locators: {
    comment_id: createLocator(spaceOfComment),
  },
  routes: commentRoutes,
};
