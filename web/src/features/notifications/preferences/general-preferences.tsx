import '#web/styles/lazy/preferences.css';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Card } from '#web/ui/card.tsx';
import { PushDeviceField } from '../push/push-device-field.tsx';
import { ChannelFields, PreferenceSection, QuietHoursFields, TypeFields } from './preference-fields.tsx';
import { generalPreferencesQuery } from './preferences.api.ts';
import { PreferencesLoading } from './preferences-loading.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { useChangePreferences } from './use-change-preferences.ts';

/** The viewer's notification preferences for conversations, and for all spaces in what wasn't chosen for them. */
export function GeneralPreferences() {
  const viewer = useViewer();
  const query = useQuery(generalPreferencesQuery);
  const change = useChangePreferences();
  if (!query.data)
    return (
      <Card>
        <PreferencesLoading query={query} />
      </Card>
    );
  const fields = { preferences: query.data.preferences, onChange: change.mutate };
  return (
    <div className="preferences">
      <h2 className="text-lg">{t('Notifications')}</h2>
      <PreferenceCard title={t('Notify me about')}>
        <TypeFields {...fields} />
      </PreferenceCard>
      <PreferenceCard title={t('Channels')}>
        <ChannelFields {...fields} />
        {query.data.is_unsubscribed_from_messages && (
          <p className="text-sm text-soft">
            {t('You unsubscribed from emails about messages. To get them again, turn messages off and on.')}
          </p>
        )}
      </PreferenceCard>
      {viewer && (
        <PreferenceCard title={t('This device')}>
          <PushDeviceField viewerId={viewer.id} />
        </PreferenceCard>
      )}
      <PreferenceCard title={t('Quiet hours')}>
        <QuietHoursFields {...fields} note={t('In the time zone below.')} />
      </PreferenceCard>
      <PreferenceCard title={t('Time zone')}>
        <TimeZoneField />
      </PreferenceCard>
    </div>
  );
}

function PreferenceCard(props: ComponentProps<typeof PreferenceSection>) {
  return (
    <Card>
      <PreferenceSection {...props} />
    </Card>
  );
}
