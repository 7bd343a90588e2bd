import { useState } from 'react';
import { sameQuietTimes } from '#contract/features/notifications/choices.ts';
import type { PreferenceChanges, ShownPreferences } from '#contract/features/notifications/preferences.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { TimeField } from '#web/ui/fields/date-field.tsx';

const labels = {
  quiet_hours_start: msg('From'),
  quiet_hours_end: msg('To'),
} as const satisfies Record<string, Message>;
type TimeName = keyof typeof labels;
const names = Object.keys(labels) as TimeName[];

interface QuietTimesProps {
  preferences: ShownPreferences;
  onChange: (changes: PreferenceChanges) => void;
}

/** When quiet hours start and end. Saved once a field is left, and together while both are the same. */
export function QuietTimes({ preferences, onChange }: QuietTimesProps) {
  const saved = {
    quiet_hours_start: preferences.quiet_hours_start,
    quiet_hours_end: preferences.quiet_hours_end,
  };
  const version = names.map((name) => saved[name]).join();
  const [draft, setDraft] = useState({ version, times: {}, problem: null as TimeName | null });
  // What was typed before others were saved is outdated.
  const current = draft.version === version ? draft : { times: {}, problem: null };
  const times = { ...saved, ...current.times };
  const commit = (name: TimeName, value: string) => {
    const next = { ...times, [name]: value || saved[name] };
    const isSame = next.quiet_hours_start === next.quiet_hours_end;
    setDraft({ version, times: isSame ? next : {}, problem: isSame ? name : null });
    const changed = names.filter((each) => next[each] !== saved[each]);
    if (!isSame && changed.length > 0)
      onChange(Object.fromEntries(changed.map((each) => [each, next[each]])));
  };
  return (
    <div className="grid grid-cols-2 gap-3">
      {names.map((name) => (
        <TimeField
          key={name}
          label={t(labels[name])}
          required
          value={times[name]}
          error={current.problem === name ? t(sameQuietTimes) : undefined}
          onChange={(value) =>
            setDraft({ version, times: { ...times, [name]: value }, problem: current.problem })
          }
          onCommit={(value) => commit(name, value)}
        />
      ))}
    </div>
  );
}
