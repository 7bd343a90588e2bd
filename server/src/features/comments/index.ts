import type { Feature } from '#server/platform/feature.ts';
import { commentUploads } from './comment-uploads.queries.ts';
import { commentTarget } from './comments.access.ts';
import { commentRoutes } from './comments.routes.ts';
import { discussionLocators } from './discussions/discussions.access.ts';

export { createComment } from './create-comment.ts';
export { deleteComment } from './delete-comment.ts';
export { updateComment } from './update-comment.ts';

export const comments: Feature = {
  name: 'comments',
  targets: { comment: commentTarget },
  locators: discussionLocators,
  uploads: [commentUploads],
  routes: commentRoutes,
};
