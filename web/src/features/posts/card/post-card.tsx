import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { memo } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LikeButton } from '#web/features/reactions/index.ts';
import { FileList, ImageGrid } from '#web/features/uploads/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Card } from '#web/ui/card.tsx';
import { EditablePost } from '../editing/editable-post.tsx';
import { PostMenuButton } from '../menu/post-menu-button.tsx';
import { LinkCard } from './link-card.tsx';
import { PinnedBadge } from './pinned-badge.tsx';
import { PostAuthor } from './post-author.tsx';
import { PostPoll } from './post-poll.tsx';

interface PostCardProps {
  id: string;
  space: Space;
  /** Its image is above the fold and loads eagerly. */
  isFirst: boolean;
}

export const PostCard = memo(function PostCard(props: PostCardProps) {
  return (
    <EditablePost space={props.space} postId={props.id}>
      <ReadCard {...props} />
    </EditablePost>
  );
});

function ReadCard({ id, space, isFirst }: PostCardProps) {
  const post = useEntity('post', id);
  if (!post) return null;
  if (post.deleted_at) {
    return <Card className="text-center text-sm text-faint">{t('Post deleted')}</Card>;
  }
  const address = {
    to: '/$subdomain/post/$postSlug',
    params: { subdomain: space.subdomain, postSlug: post.slug },
  } as const;
  const comments = t('{count, plural, one {# comment} other {# comments}}', { count: post.comment_count });
  return (
    <Card render={<article aria-labelledby={`post-${id}`} />} interactive>
      <div className="flex items-start justify-between gap-3">
        <PostAuthor post={post} category={space.categories.find(({ id: one }) => one === post.category_id)} />
        <div className="relative z-[1] -mt-1 -mr-2 flex flex-none items-center gap-2">
          <PinnedBadge post={post} />
          <PostMenuButton post={post} space={space} />
        </div>
      </div>
      <h2 id={`post-${id}`} className="mt-3 text-lg leading-snug [overflow-wrap:anywhere]">
        <Link {...address} className="card-link">
          {post.title}
        </Link>
      </h2>
      {post.excerpt !== '' && (
        <p className="mt-1 line-clamp-3 text-soft [overflow-wrap:anywhere]">{post.excerpt}</p>
      )}
      {post.poll && (
        <div className="relative z-[1] mt-3">
          <PostPoll post={post} space={space} />
        </div>
      )}
      {post.attachments.length > 0 && (
        <div className="relative z-[1] mt-3">
          <ImageGrid
            images={post.attachments}
            loading={isFirst ? 'eager' : 'lazy'}
            credit={{ name: post.author.full_name, at: post.created_at }}
          />
        </div>
      )}
      {post.files.length > 0 && (
        <div className="relative z-[1] mt-3">
          <FileList files={post.files} />
        </div>
      )}
      {post.link_preview && (
        <div className="relative z-[1] mt-3">
          <LinkCard preview={post.link_preview} />
        </div>
      )}
      <div className="relative z-[1] mt-2 -mb-2 -ml-2 flex w-fit items-center gap-1">
        <LikeButton kind="post" id={id} canLike={space.membership !== null} />
        <Link
          {...address}
          hash="comments"
          className="btn !px-2"
          data-variant="quiet"
          data-size="sm"
          aria-label={comments}
        >
          <MessageCircle size={18} aria-hidden="true" />
          <span className="min-w-[1ch] text-left tabular-nums">
            {post.comment_count > 0 ? toCount(post.comment_count) : ''}
          </span>
        </Link>
      </div>
    </Card>
  );
}
