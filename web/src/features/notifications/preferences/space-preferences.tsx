import '#web/styles/lazy/preferences.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PreferenceName } from '#contract/features/notifications/preferences.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatList } from '#contract/i18n/names.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { MuteField } from './mute-field.tsx';
import { preferenceLabel } from './preference-copy.ts';
import { ChannelFields, PreferenceSection, QuietHoursFields, TypeFields } from './preference-fields.tsx';
import { spacePreferencesQuery } from './preferences.api.ts';
import { PreferencesLoading } from './preferences-loading.tsx';
import { useChangePreferences, useResetPreferences } from './use-change-preferences.ts';

/** What preferences are called, each name once: quiet hours are several. */
const toLabels = (names: readonly PreferenceName[]) => [
  ...new Set(names.map((name) => t(preferenceLabel(name)))),
];

/** The viewer's notification preferences in a space. */
export function SpacePreferencesTab({ space }: { space: Space }) {
  const viewer = useViewer();
  const query = useQuery(spacePreferencesQuery(space.id));
  const change = useChangePreferences(space.id);
  const reset = useResetPreferences(space.id);
  if (!query.data) return <PreferencesLoading query={query} />;
  const { preferences, is_customized, customized_names, mute, unsubscribed_types } = query.data;
  const fields = { preferences, customized: customized_names, onChange: change.mutate };
  return (
    <div className="preferences">
      <MuteField spaceId={space.id} mute={mute} />
      <PreferenceSection title={t('Notify me about')}>
        <TypeFields {...fields} />
      </PreferenceSection>
      <PreferenceSection title={t('Channels')}>
        <ChannelFields {...fields} />
        {unsubscribed_types.includes('event_reminder') && (
          <p className="text-sm text-soft">
            {t(
              'You unsubscribed from emails about events here. To get them again, turn event reminders off and on.',
            )}
          </p>
        )}
      </PreferenceSection>
      <PreferenceSection title={t('Quiet hours')}>
        <QuietHoursFields
          {...fields}
          note={tRich('In your time zone, {zone}. <link>Change it in your settings</link>', {
            zone: viewer?.time_zone.replaceAll('_', ' ') ?? '',
            link: (text) => (
              <Link to="/settings/notifications" className="link" data-variant="text">
                {text}
              </Link>
            ),
          })}
        />
      </PreferenceSection>
      <div className="preference-reset">
        <p className="text-sm text-soft">
          {is_customized
            ? t(
                'These apply to this space only: {preferences}. Everything else follows your global preferences.',
                {
                  preferences: formatList(toLabels(customized_names)),
                },
              )
            : t('Your global preferences apply here until you change something.')}
        </p>
        <Button disabled={!is_customized || reset.isPending} onClick={() => reset.mutate()}>
          {t('Reset to global defaults')}
        </Button>
      </div>
    </div>
  );
}
