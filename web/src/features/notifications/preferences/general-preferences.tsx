import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { ChannelFields, PreferenceSection, QuietHoursFields, TypeFields } from './preference-fields.tsx';
import { generalPreferencesQuery } from './preferences.api.ts';
import { PreferencesLoading } from './preferences-loading.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { useChangePreferences } from './use-change-preferences.ts';

/** The viewer's notification preferences for all spaces without preferences of their own. */
export function GeneralPreferences() {
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
    <Card>
      <div className="preferences">
        <PreferenceSection title={t('Notify me about')}>
          <TypeFields {...fields} />
        </PreferenceSection>
        <PreferenceSection title={t('Channels')}>
          <ChannelFields {...fields} />
        </PreferenceSection>
        <PreferenceSection title={t('Quiet hours')}>
          <QuietHoursFields {...fields} note={t('In the time zone below.')} />
        </PreferenceSection>
        <PreferenceSection title={t('Time zone')}>
          <TimeZoneField />
        </PreferenceSection>
      </div>
    </Card>
  );
}
