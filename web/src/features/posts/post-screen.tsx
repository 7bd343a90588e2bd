import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownUp, ArrowLeft, MessageCircle } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { type CommentSearch, CommentSection } from '#web/features/comments/index.ts';
import { PeopleText } from '#web/features/points/index.ts';
import { LikeButton, LikersButton } from '#web/features/reactions/index.ts';
import { FileList, ImageGrid } from '#web/features/uploads/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DeletedPost } from './card/deleted-post.tsx';
import { LinkCard } from './card/link-card.tsx';
import { PinnedBadge } from './card/pinned-badge.tsx';
import { PostAuthor } from './card/post-author.tsx';
import { PostPoll } from './card/post-poll.tsx';
import { useIsEditing } from './editing/edit-post-state.ts';
import { EditablePost } from './editing/editable-post.tsx';
import { PostMenuButton } from './menu/post-menu-button.tsx';
import { postQuery } from './posts.api.ts';

interface PostScreenProps {
  space: Space;
  postId: string;
  /** Slug or ID of the post in the URL. */
  slug: string;
  /** Comment parameters of the URL. */
  search: CommentSearch;
  /** True if a link leads to the post itself. */
  isHighlighted: boolean;
}

/** A post with its attachments and comments. */
export function PostScreen({ space, postId, slug, search, isHighlighted }: PostScreenProps) {
  const post = useEntity('post', postId);
  const viewer = useViewer();
  const isEditing = useIsEditing(postId);
  // The post is loaded before its comments, so that no event after its cursor is missed.
  const response = useQuery(postQuery(space.subdomain, slug)).data;
  const cursor = response?.live_cursor ?? null;
  useChannel(`post:${postId}`, cursor);
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
        <ArrowLeft size={18} aria-hidden="true" className="flex-none" />
        <span className="truncate">{space.name}</span>
      </Link>
      {isEditing && <h1 className="sr-only">{post.title}</h1>}
      <EditablePost space={space} postId={postId}>
        {post.deleted_at ? (
          <DeletedPost removal={response?.removal ?? null} isOwn={viewer?.id === post.user_id} />
        ) : (
          <Card render={<article />} data-marked={isHighlighted ? '' : undefined}>
            <div className="flex items-start justify-between gap-3">
              <PostAuthor post={post} category={space.categories.find(({ id }) => id === post.category_id)} />
              <div className="-mt-1 -mr-2 flex flex-none items-center gap-2">
                <PinnedBadge post={post} />
                <PostMenuButton post={post} space={space} />
              </div>
            </div>
            <h1 className="mt-4 text-2xl [overflow-wrap:anywhere]">{post.title}</h1>
            {post.body && <PeopleText html={post.body} spaceId={space.id} className="mt-3" />}
            {post.poll && (
              <div className="mt-4">
                <PostPoll post={post} space={space} />
              </div>
            )}
            {post.attachments.length > 0 && (
              <div className="mt-4">
                <ImageGrid images={post.attachments} limit={10} loading="eager" />
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
              <LikeButton kind="post" id={postId} canLike={space.membership !== null} />
              <Button
                variant="quiet"
                size="sm"
                className="!px-2"
                aria-label={t('{count, plural, one {# comment} other {# comments}}', {
                  count: post.comment_count,
                })}
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
      <CommentSection
        postId={postId}
        space={space}
        search={search}
        orderLink={<OrderLink subdomain={space.subdomain} slug={slug} order={search.comments} />}
      />
    </>
  );
}

interface OrderLinkProps {
  subdomain: string;
  slug: string;
  order: CommentSearch['comments'];
}

/** Link that reverses the order of the comments; the order is stored in the URL. */
function OrderLink({ subdomain, slug, order }: OrderLinkProps) {
  const isNewest = order === 'newest';
  return (
    <Link
      to="/$subdomain/post/$postSlug"
      params={{ subdomain, postSlug: slug }}
      search={isNewest ? {} : { comments: 'newest' }}
      replace
      resetScroll={false}
      className="btn -mr-3"
      data-variant="quiet"
      data-size="sm"
      aria-label={isNewest ? t('Newest first. Show oldest first') : t('Oldest first. Show newest first')}
    >
      <ArrowDownUp size={16} aria-hidden="true" />
      {isNewest ? t('Newest first') : t('Oldest first')}
    </Link>
  );
}
