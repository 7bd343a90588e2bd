import { Ellipsis } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { InviteButton } from './invite-button.tsx';

const spaceMenu = lazyOverlay(async () => (await import('./space-menu.tsx')).SpaceMenu);

interface SpaceActionsProps {
  space: Space;
  /** Whether the page has a button of its own to invite people. */
  hasInviteButton: boolean;
}

/** What members can do with a space, at the end of its tabs: invite people, and a menu. */
export function SpaceActions({ space, hasInviteButton }: SpaceActionsProps) {
  if (!space.membership) return null;
  return (
    <>
      {!hasInviteButton && <InviteButton space={space} size="sm" className="max-[769px]:hidden" />}
      <div className="-mr-2 flex-none">
        <MenuButton space={space} />
      </div>
    </>
  );
}

function MenuButton({ space }: { space: Space }) {
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
