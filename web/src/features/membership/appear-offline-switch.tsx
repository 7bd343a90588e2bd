import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { StoredSettings } from '#web/lib/api/stored-settings.tsx';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { presenceSettingsQuery } from './presence.api.ts';

/** Chooses whether others see that the viewer is online. */
export function AppearOfflineSwitch() {
  const client = useQueryClient();
  return (
    <StoredSettings
      query={presenceSettingsQuery}
      write={(appear_offline: boolean) =>
        getApiClient(client)('update_presence_settings', { appear_offline })
      }
      apply={(_, appear_offline) => ({ appear_offline })}
      skeleton={<Skeleton width="60%" />}
    >
      {({ appear_offline }, change) => (
        <Switch
          label={t('Appear offline')}
          hint={t(
            "If this is on, no one sees that you're online or when you were active, in spaces and chat.",
          )}
          checked={appear_offline}
          onChange={(event) => change(event.target.checked)}
        />
      )}
    </StoredSettings>
  );
}
