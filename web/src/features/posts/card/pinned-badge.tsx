import { Pin } from 'lucide-react';
import type { Post } from '#contract/features/posts/posts.ts';
import { t } from '#contract/i18n/translate.ts';

/** Badge of a pinned post; renders nothing for other posts. */
export function PinnedBadge({ post }: { post: Post }) {
  if (!post.pinned_at) return null;
  return (
    <span className="flex flex-none items-center gap-1 text-sm text-soft">
      <Pin size={16} aria-hidden="true" />
      <span className="max-sm:sr-only">{t('Pinned')}</span>
    </span>
  );
}
