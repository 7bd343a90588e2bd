import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import type { Space } from '#contract/spaces.ts';
import { CommentSection } from '#web/features/comments/index.ts';
import { LikeButton, LikersButton } from '#web/features/reactions/index.ts';
import { FileList, PictureGrid } from '#web/features/uploads/index.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { toCount } from '#web/lib/member-count.ts';
import { useTopic } from '#web/lib/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RichTextView } from '#web/ui/rich-text-view.tsx';
import { EditablePost } from './editable-post.tsx';
import { postQuery } from './feed.api.ts';
import { LinkCard } from './link-card.tsx';
import { PinnedBadge } from './pinned-badge.tsx';
import { PostAuthor } from './post-author.tsx';
import { PostMenuButton } from './post-menu-button.tsx';
import { PostPoll } from './post-poll.tsx';

interface PostScreenProps {
  space: Space;
  postId: string;
  /** How the address names the post. */
  slug: string;
  highlightId?: string;
}

/** One post, its pictures, and the conversation under it. */
export function PostScreen({ space, postId, slug, highlightId }: PostScreenProps) {
  const post = useEntity('post', postId);
  // The post is read before its comments: what happens after its cursor is missing nowhere.
  const cursor = useQuery(postQuery(space.subdomain, slug)).data?.live_cursor ?? null;
  useTopic(`post:${postId}`, cursor);
  if (!post) return null;
  return (
    <>
      <Link
        to="/$subdomain/space"
        params={{ subdomain: space.subdomain }}
        className="btn mb-3 -ml-3"
        data-variant="quiet"
        data-size="sm"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {space.name}
      </Link>
      <EditablePost space={space} postId={postId}>
        {post.deleted_at ? (
          <Card className="py-10 text-center text-soft" role="status">
            <h1 className="text-lg">Post deleted</h1>
            <p>What was said about it stays below.</p>
          </Card>
        ) : (
          <Card render={<article />}>
            <div className="flex items-start justify-between gap-3">
              <PostAuthor post={post} category={space.categories.find(({ id }) => id === post.category_id)} />
              <div className="flex flex-none items-center gap-2">
                <PinnedBadge post={post} />
                <PostMenuButton post={post} space={space} />
              </div>
            </div>
            <h1 className="mt-4 text-2xl [overflow-wrap:anywhere]">{post.title}</h1>
            {post.body && <RichTextView html={post.body} className="mt-3" />}
            {post.poll && (
              <div className="mt-4">
                <PostPoll post={post} space={space} />
              </div>
            )}
            {post.attachments.length > 0 && (
              <div className="mt-4">
                <PictureGrid pictures={post.attachments} limit={10} loading="eager" />
              </div>
            )}
            {post.link_preview && (
              <div className="mt-4">
                <LinkCard preview={post.link_preview} />
              </div>
            )}
            {post.files.length > 0 && (
              <div className="mt-4">
                <FileList files={post.files} />
              </div>
            )}
            <div className="mt-4 -mb-2 -ml-2 flex flex-wrap items-center gap-1">
              <LikeButton kind="post" id={postId} mayLike={space.membership !== null} />
              <Button
                variant="quiet"
                size="sm"
                className="!px-2"
                aria-label={`${post.comment_count} comment${post.comment_count === 1 ? '' : 's'}`}
                render={<a href="#write-comment" />}
              >
                <MessageCircle size={18} aria-hidden="true" />
                <span className="min-w-[1ch] text-left tabular-nums">
                  {post.comment_count > 0 ? toCount(post.comment_count) : ''}
                </span>
              </Button>
              <span className="ml-auto">
                <LikersButton postId={postId} />
              </span>
            </div>
          </Card>
        )}
      </EditablePost>
      <CommentSection postId={postId} space={space} highlightId={highlightId} />
    </>
  );
}
