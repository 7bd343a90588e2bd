import { Ellipsis } from 'lucide-react';
import type { Post } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { PostMenuProps } from './post-menu.tsx';

const postMenu = lazyOverlay<PostMenuProps>(async () => (await import('./post-menu.tsx')).PostMenu);

/** Button that opens the menu of a post. The menu's code is loaded on first use. */
export function PostMenuButton({ post, space }: { post: Post; space: Space }) {
  const viewer = useViewer();
  return (
    <LazyPopup
      opens="menu"
      popup={postMenu}
      popupProps={{ post, space, viewerId: viewer?.id ?? null }}
      button={
        <IconButton label={t('More')} size="sm">
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
