import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { apiQuery, getApiClient } from '#web/lib/cache/query-client.ts';
import { Switch } from '#web/ui/fields/choice.tsx';

const settingsQuery = apiQuery('get_presence_settings', {});

/** Chooses whether others see that the viewer is online. Nothing until it has loaded. */
export function AppearOfflineSwitch() {
  const client = useQueryClient();
  const { data } = useQuery({ ...settingsQuery, staleTime: 0 });
  const update = useOptimisticWrite({
    write: (appear_offline: boolean) => getApiClient(client)('update_presence_settings', { appear_offline }),
    show: (appear_offline) => {
      const before = client.getQueryData(settingsQuery.queryKey);
      client.setQueryData(settingsQuery.queryKey, { appear_offline });
      return () => void client.setQueryData(settingsQuery.queryKey, before);
    },
    failed: t("Couldn't save your settings"),
  });
  if (!data) return null;
  return (
    <Switch
      label={t('Appear offline')}
      hint={t("If this is on, no one sees that you're online or when you were active, in spaces and chat.")}
      checked={data.appear_offline}
      onChange={(event) => update.mutate(event.target.checked)}
    />
  );
}
