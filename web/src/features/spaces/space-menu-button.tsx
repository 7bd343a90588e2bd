import { Ellipsis } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

const spaceMenu = lazyOverlay(async () => (await import('./space-menu.tsx')).SpaceMenu);

/** The menu of a space, for its members. */
export function SpaceMenuButton({ space }: { space: Space }) {
  if (!space.membership) return null;
  return (
    <LazyPopup
      opens="menu"
      popup={spaceMenu}
      popupProps={{ space }}
      button={
        <IconButton label={t('More options')}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
