import { Megaphone } from 'lucide-react';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Category } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { SpaceAvatar } from '#web/features/points/index.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';

/** Author, time and category of a post. */
export function PostAuthor({ post, category }: { post: Post; category: Category | undefined }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <SpaceAvatar person={post.author} spaceId={post.space_id} />
      <div className="min-w-0 text-sm">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold text-ink">{post.author.full_name}</span>
          {post.post_type === 'announcement' && (
            <span className="flex flex-none items-center gap-1 text-accent-text">
              <Megaphone size={14} aria-hidden="true" /> {t('Announcement')}
            </span>
          )}
        </p>
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
      </div>
    </div>
  );
}
