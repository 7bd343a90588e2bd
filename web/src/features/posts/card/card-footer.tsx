import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Post } from '#contract/features/posts/posts.ts';
import { t } from '#contract/i18n/translate.ts';
import { ReactionButtons } from '#web/features/reactions/index.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import type { PostAddress } from './post-address.ts';
import { useHasNewComments } from './seen-comments.ts';

interface CardFooterProps {
  post: Post;
  address: PostAddress;
  canLike: boolean;
}

/** The buttons below a post in the feed, who commented last, and when. */
export function CardFooter({ post, address, canLike }: CardFooterProps) {
  return (
    <div
      data-floor="row"
      className="relative z-[1] mt-2 -mb-2 -ml-2 flex w-fit max-w-full min-w-0 items-center gap-1"
    >
      <ReactionButtons target="post" id={post.id} canReact={canLike} />
      <Link
        {...address}
        hash="comments"
        className="btn min-w-0 shrink !px-2"
        data-variant="quiet"
        data-size="sm"
      >
        <MessageCircle size={18} aria-hidden="true" />
        <span className="sr-only">
          {t('{count, plural, one {# comment} other {# comments}}', { count: post.comment_count })}
        </span>{' '}
        <span className="min-w-[2ch] text-left tabular-nums" aria-hidden="true">
          {post.comment_count > 0 ? toCount(post.comment_count) : ''}
        </span>
        <LastComment post={post} />
      </Link>
    </div>
  );
}

function LastComment({ post: { id, commenters, last_comment_at: at } }: { post: Post }) {
  const isNew = useHasNewComments(id, at);
  if (at === null) return null;
  const time = () => <RelativeTime at={at} />;
  const label = (text: ReactNode) => <span className="max-sm:sr-only">{text}</span>;
  return (
    <>
      <span className="avatar-stack ml-1" aria-hidden="true">
        {commenters.map((person) => (
          <Avatar key={person.id} id={person.id} name={person.full_name} src={person.avatar_url} size="xs" />
        ))}
      </span>
      <span className={isNew ? 'truncate text-accent-text' : 'truncate font-normal'}>
        {isNew
          ? tRich('<label>New comment</label> <time></time>', { time, label })
          : tRich('<label>Last comment</label> <time></time>', { time, label })}
      </span>
    </>
  );
}
