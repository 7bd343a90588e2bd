import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/preferences.css';
import type { ReactNode } from 'react';
import { digestFrequencies, emailFrequencies } from '#contract/features/notifications/choices.ts';
import { type TypePreference, typePreferences } from '#contract/features/notifications/notification-types.ts';
import type {
  PreferenceChanges,
  PreferenceName,
  ShownPreferences,
} from '#contract/features/notifications/preferences.ts';
import { type Message, t } from '#contract/i18n/translate.ts';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { digestFrequencyCopy, emailFrequencyCopy, typeCopy } from './preference-copy.ts';
import { QuietTimes } from './quiet-times.tsx';

interface FieldsProps {
  preferences: ShownPreferences;
  /** Those that are for this space only; none for the general ones. */
  customized?: readonly PreferenceName[];
  onChange: (changes: PreferenceChanges) => void;
}

/** The second line of a field: what it's about, and whether it's for this space only. */
function hintOf(
  hint: string,
  names: readonly PreferenceName[],
  customized: readonly PreferenceName[] = [],
): ReactNode {
  if (!names.some((name) => customized.includes(name))) return hint;
  return (
    <>
      {hint}
      <span className="preference-mark">{t('This space only')}</span>
    </>
  );
}

/** A part of the preferences with a heading. */
export function PreferenceSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="preference-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const typeNames = Object.keys(typePreferences) as TypePreference[];

/** One switch for each type that the viewer can get. */
export function TypeFields({ preferences, customized, onChange }: FieldsProps) {
  return typeNames.map((name) => {
    const value = preferences[name];
    if (value === undefined) return null;
    const { label, hint, isChoice } = typeCopy[name];
    return isChoice ? (
      <ChoiceRow
        key={name}
        label={t(label)}
        hint={hintOf(t(hint), [name], customized)}
        options={[
          { value: 'notify', label: t('Notify') },
          { value: 'never', label: t('Never') },
        ]}
        value={value ? 'notify' : 'never'}
        onChange={(next) => onChange({ [name]: next === 'notify' })}
      />
    ) : (
      <Switch
        key={name}
        label={t(label)}
        hint={hintOf(t(hint), [name], customized)}
        checked={value}
        onChange={({ target }) => onChange({ [name]: target.checked })}
      />
    );
  });
}

const toOptions = <Value extends string>(values: readonly Value[], copy: Record<Value, Message>) =>
  values.map((value) => {
    const label: Message = copy[value];
    return { value, label: t(label) };
  });

/** Which channels are used beside the list in the app, and how often emails are sent. */
export function ChannelFields({ preferences, customized, onChange }: FieldsProps) {
  return (
    <>
      <Switch
        label={t('Push notifications')}
        hint={hintOf(t('On the devices where you turned them on'), ['push_enabled'], customized)}
        checked={preferences.push_enabled}
        onChange={({ target }) => onChange({ push_enabled: target.checked })}
      />
      <Switch
        label={t('Email')}
        hint={hintOf(t("What you've already read isn't emailed"), ['email_enabled'], customized)}
        checked={preferences.email_enabled}
        onChange={({ target }) => onChange({ email_enabled: target.checked })}
      />
      {!preferences.push_enabled && !preferences.email_enabled && (
        <p className="text-sm text-soft">
          {t("With both off, you don't get notifications in the app either.")}
        </p>
      )}
      <ChoiceRow
        label={t('Notification emails')}
        hint={hintOf(
          t('How often unread notifications are emailed'),
          ['notifications_email_frequency'],
          customized,
        )}
        options={toOptions(emailFrequencies, emailFrequencyCopy)}
        value={preferences.notifications_email_frequency}
        disabled={!preferences.email_enabled}
        onChange={(next) => onChange({ notifications_email_frequency: next })}
      />
      <ChoiceRow
        label={t('Digest')}
        hint={hintOf(t('The best posts, when there are new ones'), ['digest_email_frequency'], customized)}
        options={toOptions(digestFrequencies, digestFrequencyCopy)}
        value={preferences.digest_email_frequency}
        disabled={!preferences.email_enabled}
        onChange={(next) => onChange({ digest_email_frequency: next })}
      />
    </>
  );
}

const quietNames = ['quiet_hours_enabled', 'quiet_hours_start', 'quiet_hours_end'] as const;

/** When emails and push notifications wait. `note` says in which time zone. */
export function QuietHoursFields({
  preferences,
  customized,
  onChange,
  note,
}: FieldsProps & { note: ReactNode }) {
  const isOn = preferences.quiet_hours_enabled;
  return (
    <>
      <Switch
        label={t('Quiet hours')}
        hint={hintOf(t('Emails and push notifications wait until they end'), quietNames, customized)}
        checked={isOn}
        onChange={({ target }) => onChange({ quiet_hours_enabled: target.checked })}
      />
      {isOn && <QuietTimes preferences={preferences} onChange={onChange} />}
      {isOn && <p className="text-sm text-soft">{note}</p>}
    </>
  );
}

interface ChoiceRowProps<Value extends string> {
  label: string;
  hint: ReactNode;
  options: readonly { value: Value; label: string }[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

/** A setting with several values, as a line like a switch. */
export function ChoiceRow<Value extends string>({ label, hint, onChange, ...select }: ChoiceRowProps<Value>) {
  return (
    <div className="preference-row toolbar">
      <div className="min-w-0">
        <p aria-hidden="true">{label}</p>
        <p className="field-hint">{hint}</p>
      </div>
      <Select {...select} label={label} labelHidden onChange={(next) => onChange(next as Value)} />
    </div>
  );
}
