import { useMemo } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { sessionQuery, useViewer } from '#web/features/auth/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { browserTimeZone, timeZoneOptions } from '#web/lib/text/time-zones.ts';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';

interface ChosenZone {
  time_zone: string;
  mode: 'automatic' | 'fixed';
}

function useSetTimeZone() {
  return useOptimisticWrite({
    write: (chosen: ChosenZone) => call('update_time_zone', chosen),
    show: ({ time_zone, mode }, client) => {
      const before = client.getQueryData(sessionQuery.queryKey);
      client.setQueryData(
        sessionQuery.queryKey,
        (now) =>
          now && {
            ...now,
            user: now.user && { ...now.user, time_zone, time_zone_automatic: mode === 'automatic' },
          },
      );
      return () => client.setQueryData(sessionQuery.queryKey, before);
    },
    failed: t("Couldn't change your time zone"),
  });
}

/** The viewer's time zone: that of the browser, or one that they choose. */
export function TimeZoneField() {
  const viewer = useViewer();
  const set = useSetTimeZone();
  const current = viewer?.time_zone ?? '';
  const zones = useMemo(() => timeZoneOptions([current, browserTimeZone()]), [current]);
  if (!viewer) return null;
  const isAutomatic = viewer.time_zone_automatic;
  return (
    <>
      <Switch
        label={t('Set automatically')}
        hint={t('Follows the time zone of your browser')}
        checked={isAutomatic}
        onChange={({ target }) =>
          set.mutate(
            target.checked
              ? { time_zone: browserTimeZone(), mode: 'automatic' }
              : { time_zone: current, mode: 'fixed' },
          )
        }
      />
      <Combobox
        label={t('Time zone')}
        hint={t('For quiet hours, and the times in emails')}
        disabled={isAutomatic}
        options={zones}
        value={zones.find(({ value }) => value === current) ?? null}
        onChange={(zone) => zone && set.mutate({ time_zone: zone.value, mode: 'fixed' })}
        emptyText={t('No time zones found.')}
      />
    </>
  );
}
