import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { PollView } from '#web/features/polls/index.ts';

/** The poll of a post; renders nothing if it has none. */
export function PostPoll({ post, space }: { post: Post; space: Space }) {
  const viewer = useViewer();
  if (!post.poll) return null;
  const isMember = viewer !== null && space.membership !== null;
  return (
    <PollView
      postId={post.id}
      poll={post.poll}
      title={post.title}
      canVote={isMember}
      canClose={isMember && (viewer.id === post.user_id || space.permissions.canEditSpace)}
    />
  );
}
