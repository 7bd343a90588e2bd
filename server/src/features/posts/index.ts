import type { Feature } from '#server/platform/feature.ts';
import { notifyFollowersJob } from './fan-out/notify-followers.job.ts';
import { linkPreviewJob } from './link-preview/fetch-link-previews.job.ts';
import { postTarget } from './posts.access.ts';
import { postRoutes } from './posts.routes.ts';

export { setCommentsClosed } from './close-comments.ts';
export { commentCount } from './counts/count-comment.ts';
export { createPost } from './create-post.ts';
export { deletePostInTx, removals } from './delete-post.ts';
export { updatePost } from './editing/update-post.ts';
export { saveLinkPreview } from './link-preview/fetch-link-previews.job.ts';
export { setPostPinned } from './pins/pin-post.ts';
export { canDelete, hasWriteLimits } from './posts.policy.ts';
export { findPostForUpdate } from './posts.queries.ts';
export { readPosts } from './read-posts.ts';
export { hourlyLimit } from './write-limit.ts';

export const posts: Feature = {
  name: 'posts',
  targets: { post: postTarget },
  routes: postRoutes,
  jobs: (platform) => [linkPreviewJob(platform), notifyFollowersJob(platform)],
};
