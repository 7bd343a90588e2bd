import type { Post } from '#contract/feed.ts';
import type { Category } from '#contract/spaces.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { Avatar } from '#web/ui/avatar.tsx';

/** Who wrote a post, when, and under which category. */
export function PostAuthor({ post, category }: { post: Post; category: Category | undefined }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar id={post.author.id} name={post.author.full_name} src={post.author.avatar_url} />
      <div className="min-w-0 text-sm">
        <p className="truncate font-semibold text-ink">{post.author.full_name}</p>
        <p className="flex min-w-0 gap-1.5 text-soft">
          <RelativeTime at={post.created_at} className="flex-none" />
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
