import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { FileList, ImageGrid, LinkCard } from '#web/features/uploads/index.ts';
import { type Entities, useEntity } from '#web/lib/cache/entity-cache.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EditablePost } from '../editing/editable-post.tsx';
import { PostMenuButton } from '../menu/post-menu-button.tsx';
import { CardFooter } from './card-footer.tsx';
import { useIsPinOpened } from './opened-pins.ts';
import { PinnedBadge } from './pinned-badge.tsx';
import { PinnedRow } from './pinned-row.tsx';
import { toPostAddress } from './post-address.ts';
import { PostAuthor } from './post-author.tsx';
import { PostPoll } from './post-poll.tsx';

interface PostCardProps {
  id: string;
  space: Space;
  /** Its image is above the fold and loads eagerly. */
  isFirst: boolean;
  /** When a pinned post is one line instead of a card. Default: never. */
  collapsesPin?: 'opened' | 'always' | undefined;
}

export const PostCard = memo(function PostCard(props: PostCardProps) {
  return (
    <EditablePost space={props.space} postId={props.id}>
      <ReadCard {...props} />
    </EditablePost>
  );
});

function ReadCard({ id, space, isFirst, collapsesPin }: PostCardProps) {
  const post = useEntity('post', id);
  const isOpened = useIsPinOpened(id);
  if (!post) return null;
  if (post.deleted_at) {
    return <Card className="text-center text-sm text-faint">{t('Post deleted')}</Card>;
  }
  if (post.pinned_at && (collapsesPin === 'always' || (collapsesPin === 'opened' && isOpened)))
    return <PinnedRow post={post} space={space} />;
  const address = toPostAddress(space, post);
  const hasMedia = post.attachments.length > 0 || post.poll !== null;
  // A pinned post stays for months: newer ones need the room.
  const isCompact = post.pinned_at !== null && post.attachments.length > 0;
  const loading = isFirst ? 'eager' : 'lazy';
  return (
    <Card render={<article aria-labelledby={`post-${id}`} />} interactive className="!p-5 max-md:!p-4">
      <div className="flex items-start justify-between gap-3">
        <PostAuthor post={post} category={space.categories.find(({ id: one }) => one === post.category_id)} />
        <div className="relative z-[1] -mt-1 -mr-2 flex flex-none items-center gap-2">
          <PinnedBadge post={post} />
          <PostMenuButton post={post} space={space} />
        </div>
      </div>
      <div className="mt-2.5 flex gap-4">
        <div className="min-w-0 flex-1">
          <h2 id={`post-${id}`} className="text-lg leading-snug [overflow-wrap:anywhere]">
            <Link {...address} className="card-link">
              {post.title}
            </Link>
          </h2>
          {post.excerpt !== '' && (
            <p className={cx('post-excerpt', hasMedia ? 'line-clamp-2' : 'line-clamp-3 md:line-clamp-2')}>
              {post.excerpt}
            </p>
          )}
        </div>
        {isCompact && <PostImages post={post} layout="thumbnail" loading={loading} />}
      </div>
      {post.poll && (
        <div className="relative z-[1] mt-3">
          <PostPoll post={post} space={space} />
        </div>
      )}
      {!isCompact && post.attachments.length > 0 && (
        <div className="mt-3">
          <PostImages post={post} layout="row" loading={loading} />
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
      <CardFooter post={post} address={address} canLike={space.membership !== null} />
    </Card>
  );
}

interface PostImagesProps {
  post: Entities['post'];
  layout: 'row' | 'thumbnail';
  loading: 'eager' | 'lazy';
}

function PostImages({ post, ...props }: PostImagesProps) {
  const credit = { name: post.author.full_name, at: post.created_at };
  return (
    <div className="relative z-[1]">
      <ImageGrid images={post.attachments} credit={credit} {...props} />
    </div>
  );
}
