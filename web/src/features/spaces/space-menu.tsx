import { Link, useNavigate } from '@tanstack/react-router';
import { Info, ListChecks, Settings, ShieldAlert, SlidersHorizontal, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem, MenuLink } from '#web/ui/overlays/menu.tsx';
import { useMembershipSettings } from '../membership/index.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { isGuideShown } from './setup/setup-state.ts';
import { useDismissGuide } from './setup/use-setup.ts';
import { SpaceInfoDialog } from './space-card/space-info-dialog.tsx';

/** More actions in a space. People who may edit it get links to its settings, others read-only information. */
export function SpaceMenu({ space, ...popup }: PopupProps & { space: Space }) {
  const [shown, setShown] = useState<'invite' | 'info' | null>(null);
  const navigate = useNavigate();
  const { mutate: setDismissed } = useDismissGuide(space.id);
  const isDismissed = space.setup?.dismissed && isGuideShown({ ...space.setup, dismissed: false });
  const showGuide = () => {
    setDismissed(false);
    void navigate({ to: '/$subdomain/space', params: { subdomain: space.subdomain }, replace: true });
  };
  const close = () => setShown(null);
  const membership = useMembershipSettings(space);
  const icon = { size: 18, 'aria-hidden': true } as const;
  return (
    <>
      <Menu {...popup}>
        <MenuItem icon={<UserPlus {...icon} />} onSelect={() => setShown('invite')}>
          {t('Invite people')}
        </MenuItem>
        <MenuItem icon={<SlidersHorizontal {...icon} />} onSelect={() => membership.open()}>
          {t('Membership settings')}
        </MenuItem>
        {isDismissed && (
          <MenuItem icon={<ListChecks {...icon} />} onSelect={showGuide}>
            {t('Setup guide')}
          </MenuItem>
        )}
        {space.permissions.canEditSpace && (
          <MenuLink
            icon={<ShieldAlert {...icon} />}
            render={<Link to="/$subdomain/space/moderation" params={{ subdomain: space.subdomain }} />}
          >
            {t('Moderation')}
          </MenuLink>
        )}
        {space.permissions.canAccessSettings ? (
          <MenuLink
            icon={<Settings {...icon} />}
            render={
              <Link
                to="/$subdomain/about"
                params={{ subdomain: space.subdomain }}
                activeOptions={{ exact: true }}
                replace
              />
            }
          >
            {t('Group settings')}
          </MenuLink>
        ) : (
          <MenuItem icon={<Info {...icon} />} onSelect={() => setShown('info')}>
            {t('Group settings')}
          </MenuItem>
        )}
      </Menu>
      <InviteDialog space={space} open={shown === 'invite'} onClose={close} />
      {membership.element}
      <SpaceInfoDialog space={space} open={shown === 'info'} onClose={close} />
    </>
  );
}
