import { Link } from '@tanstack/react-router';
import { MessageCircle, Pin } from 'lucide-react';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Card } from '#web/ui/card.tsx';
import { PostMenuButton } from '../menu/post-menu-button.tsx';
import { toPostAddress } from './post-address.ts';

/** A pinned post in one line: its title and the number of comments. */
export function PinnedRow({ post, space }: { post: Post; space: Space }) {
  const count = post.comment_count;
  return (
    <Card render={<article aria-labelledby={`post-${post.id}`} />} interactive className="pinned-row !py-0">
      <Pin size={16} className="flex-none text-soft" aria-label={t('Pinned')} />
      <h2 id={`post-${post.id}`} className="min-w-0 flex-1 truncate text-base">
        <Link {...toPostAddress(space, post)} className="card-link">
          {post.title}
        </Link>
      </h2>
      {count > 0 && (
        <span className="flex flex-none items-center gap-1.5 text-sm text-soft tabular-nums">
          <MessageCircle size={16} aria-hidden="true" />
          <span aria-hidden="true">{toCount(count)}</span>
          <span className="sr-only">
            {t('{count, plural, one {# comment} other {# comments}}', { count })}
          </span>
        </span>
      )}
      <span className="relative z-[1] flex-none">
        <PostMenuButton post={post} space={space} />
      </span>
    </Card>
  );
}
