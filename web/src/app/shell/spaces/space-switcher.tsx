import { ChevronsUpDown, Lock, Menu as MenuIcon } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { SpaceIcon } from '#web/features/spaces/index.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { spaceDrawer, spaceDropdown } from '../popups.ts';
import { SpacesPopup } from './spaces-popup.tsx';

interface SpaceSwitcherProps {
  /** `menu`: the icon before the brand, below 1024 px outside spaces. `name`: the open space, or "Spaces" from 1024 px. */
  part: 'menu' | 'name';
  space?: Space | undefined;
}

/** Opens the viewer's spaces: in a drawer below 1024 px, in a list below the button from there. */
export function SpaceSwitcher({ part, space }: SpaceSwitcherProps) {
  if (part === 'menu') {
    return (
      <div className="-ml-2 lg:hidden">
        <SpacesPopup
          popup={spaceDrawer}
          button={
            <IconButton label={t('Switch between your spaces')}>
              <MenuIcon size={20} aria-hidden="true" />
            </IconButton>
          }
        />
      </div>
    );
  }
  const button = (
    <Button variant="quiet" className="switcher" title={t('Switch between your spaces')}>
      {space ? <SpaceName space={space} /> : t('Spaces')}
      <ChevronsUpDown size={16} className="flex-none text-faint" aria-hidden="true" />
    </Button>
  );
  return (
    <>
      {space && (
        <div className="min-w-0 max-[769px]:-ml-2 lg:hidden">
          <SpacesPopup popup={spaceDrawer} button={button} />
        </div>
      )}
      <div className="min-w-0 max-w-80 max-lg:hidden">
        <SpacesPopup popup={spaceDropdown} button={button} />
      </div>
    </>
  );
}

function SpaceName({ space }: { space: Space }) {
  return (
    <>
      <SpaceIcon space={space} size="sm" loading="eager" />
      <span className="truncate">{space.name}</span>
      {space.is_private && (
        <>
          <Lock size={14} className="flex-none text-faint" aria-hidden="true" />
          <span className="sr-only">{t('Private')}</span>
        </>
      )}
      <span className="sr-only">. {t('Switch between your spaces')}</span>
    </>
  );
}
