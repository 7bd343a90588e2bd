import { Link } from '@tanstack/react-router';
import { ImageUp, LogOut, Settings } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { usePhotoDialog } from '#web/features/profiles/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { type ThemeChoice, useTheme } from '#web/ui/theme/theme.ts';
import { requestSignOut } from './sign-out.tsx';
import { themeOptions } from './theme-options.ts';

/** The signed-in user, the theme, the settings and logging out. */
export function ProfileMenu(popup: PopupProps) {
  const viewer = useViewer();
  const { choice, setTheme } = useTheme();
  const photoDialog = usePhotoDialog();
  return (
    <>
      <Menu {...popup}>
        {viewer && (
          <div className="max-w-72 px-2.5 py-2">
            <p className="truncate font-semibold">{viewer.full_name}</p>
            <p className="truncate text-sm text-soft">{viewer.email}</p>
          </div>
        )}
        <MenuSeparator />
        <MenuRadioGroup
          label={t('Appearance')}
          options={themeOptions()}
          value={choice}
          onChange={(value) => setTheme(value as ThemeChoice)}
        />
        {viewer && (
          <>
            <MenuSeparator />
            <MenuItem icon={<ImageUp size={18} aria-hidden="true" />} onSelect={photoDialog.open}>
              {t('Profile photo')}
            </MenuItem>
            <MenuLink icon={<Settings size={18} aria-hidden="true" />} render={<Link to="/settings" />}>
              {t('Settings')}
            </MenuLink>
            <MenuItem
              icon={<LogOut size={18} aria-hidden="true" />}
              onSelect={() => requestSignOut(viewer.id)}
            >
              {t('Log Out')}
            </MenuItem>
          </>
        )}
      </Menu>
      {photoDialog.element}
    </>
  );
}
