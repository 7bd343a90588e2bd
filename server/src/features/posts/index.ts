import type { Feature } from '#server/platform/feature.ts';
import { insertFanOut } from './fan-out/fan-out.queries.ts';
import { notifyFollowersJob } from './fan-out/notify-followers.job.ts';
import { retractPostNotifications } from './fan-out/retract-post-notifications.ts';
import { linkPreviewJob } from './link-preview/fetch-link-previews.job.ts';
import { postUploads } from './post-uploads.queries.ts';
import { postTarget } from './posts.access.ts';
import { postRoutes } from './posts.routes.ts';

export { setCommentsClosed } from './close-comments.ts';
export { commentCount } from './counts/count-comment.ts';
export { createPost } from './create-post.ts';
export { deletePostInTx } from './delete-post.ts';
export { updatePost } from './editing/update-post.ts';
export { enqueueLinkPreviews } from './link-preview/fetch-link-previews.job.ts';
export { queueLink } from './link-preview/queue-link.queries.ts';
export { listPosts } from './list-posts.ts';
export { setPostPinned } from './pins/pin-post.ts';
export { postLocator } from './posts.access.ts';
export { canDelete } from './posts.policy.ts';
export { findPostForUpdate, shownSlug } from './posts.queries.ts';
export { hourlyLimit } from './write-limit.ts';

export const posts: Feature = {
  name: 'posts',
  targets: { post: postTarget },
  uploads: postUploads,
  routes: postRoutes,
  hooks: {
    // Notifications of many people are deleted by the job that created them.
    postDeleted: async (tx, { post_id: id, space_id, user_id, created_at, deleted_at }) => {
      if (await retractPostNotifications(tx, { id, space_id, user_id, created_at }))
        await insertFanOut(tx, { id, space_id }, deleted_at);
    },
  },
  jobs: (platform) => [linkPreviewJob(platform), notifyFollowersJob(platform)],
};
