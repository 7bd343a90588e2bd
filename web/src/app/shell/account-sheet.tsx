import { Link } from '@tanstack/react-router';
import { ImageUp, LogOut, Settings } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { usePhotoDialog } from '#web/features/profiles/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Sheet } from '#web/ui/overlays/slide-panel.tsx';

import { type ThemeChoice, useTheme } from '#web/ui/theme/theme.ts';
import { requestSignOut } from './sign-out.tsx';
import { themeOptions } from './theme-options.ts';

/** The signed-in user, the theme, the settings and logging out, on phones. */
export function AccountSheet(popup: PopupProps) {
  const viewer = useViewer();
  const { choice, setTheme } = useTheme();
  const photoDialog = usePhotoDialog();
  if (!viewer) return null;
  return (
    <>
      <Sheet {...popup} title={t('Your account')}>
        <div className="flex flex-col gap-5">
          <div className="flex items-center gap-3">
            <Avatar id={viewer.id} name={viewer.full_name} src={viewer.avatar_url} size="lg" />
            <div className="min-w-0">
              <p className="truncate font-semibold">{viewer.full_name}</p>
              <p className="truncate text-sm text-soft">{viewer.email}</p>
            </div>
          </div>
          <RadioGroup
            label={t('Appearance')}
            options={themeOptions()}
            value={choice}
            onChange={(value) => setTheme(value as ThemeChoice)}
          />
          <Button
            block
            icon={<ImageUp size={18} aria-hidden="true" />}
            onClick={() => {
              popup.onOpenChange(false);
              photoDialog.open();
            }}
          >
            {t('Profile photo')}
          </Button>
          <Button
            block
            icon={<Settings size={18} aria-hidden="true" />}
            render={<Link to="/settings" />}
            onClick={() => popup.onOpenChange(false)}
          >
            {t('Settings')}
          </Button>
          <Button
            block
            icon={<LogOut size={18} aria-hidden="true" />}
            onClick={() => requestSignOut(viewer.id)}
          >
            {t('Log Out')}
          </Button>
        </div>
      </Sheet>
      {photoDialog.element}
    </>
  );
}
