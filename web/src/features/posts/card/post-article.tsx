import { MessageCircle } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { PeopleText } from '#web/features/points/index.ts';
import { ReactionButtons, ReactorsButtons } from '#web/features/reactions/index.ts';
import { FileList, ImageGrid, LinkCard } from '#web/features/uploads/index.ts';
import type { Entities } from '#web/lib/cache/entity-cache.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PostMenuButton } from '../menu/post-menu-button.tsx';
import { PinnedBadge } from './pinned-badge.tsx';
import { PostAuthor } from './post-author.tsx';
import { PostPoll } from './post-poll.tsx';

interface PostArticleProps {
  post: Entities['post'];
  space: Space;
  /** A link leads to the post itself. */
  isHighlighted: boolean;
}

/** A whole post: its text, poll, attachments and buttons. */
export function PostArticle({ post, space, isHighlighted }: PostArticleProps) {
  return (
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
          <ImageGrid
            images={post.attachments}
            limit={10}
            loading="eager"
            credit={{ name: post.author.full_name, at: post.created_at }}
          />
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
        <ReactionButtons target="post" id={post.id} canReact={space.membership !== null} />
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
          <ReactorsButtons postId={post.id} />
        </span>
      </div>
    </Card>
  );
}
