import { Megaphone } from 'lucide-react';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Category } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';

/** Author, time and category of a post. The author's name opens their card. */
export function PostAuthor({ post, category }: { post: Post; category: Category | undefined }) {
  return (
    <MemberLine
      person={post.author}
      spaceId={post.space_id}
      className="flex-1 text-sm"
      aside={
        post.post_type === 'announcement' && (
          <span className="flex flex-none items-center gap-1 text-accent-text">
            <Megaphone size={14} aria-hidden="true" /> {t('Announcement')}
          </span>
        )
      }
    >
      <p className="flex min-w-0 gap-1.5 text-soft">
        <RelativeTime at={post.created_at} className="flex-none" />
        {post.edited_at && (
          <>
            <span aria-hidden="true">·</span>
            <span className="flex-none">{t('edited')}</span>
          </>
        )}
        {category && (
          <>
            <span aria-hidden="true">·</span>
            <span className="truncate">
              <span aria-hidden="true">{category.icon} </span>
              {category.name}
            </span>
          </>
        )}
      </p>
    </MemberLine>
  );
}
