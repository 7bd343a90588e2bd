import type { Feature } from '#server/platform/feature.ts';
import { notifyFollowersJob } from './fan-out/notify-followers.job.ts';
import { postLocator } from './feed.access.ts';
import { feedRoutes } from './feed.routes.ts';
import { linkPreviewJob } from './link-preview/fetch-link-previews.job.ts';

export { changePostCounts } from './change-post-counts.ts';
export { setCommentsClosed } from './close-comments.ts';
export { commentCount } from './count-comment.ts';
export { createPost } from './create-post.ts';
export { deletePostInTx, removals } from './delete-post.ts';
export { canDelete, hasWriteLimits } from './feed.policy.ts';
export { findPostForUpdate } from './feed.queries.ts';
export { saveLinkPreview } from './link-preview/fetch-link-previews.job.ts';
export { setPostPinned } from './pin-post.ts';
export { updatePost } from './update-post.ts';
export { hourlyLimit } from './write-limit.ts';

export const feed: Feature = {
  name: 'feed',
  locators: { post_id: postLocator },
  routes: feedRoutes,
  jobs: (platform) => [linkPreviewJob(platform), notifyFollowersJob(platform)],
};
