import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { cx } from '#web/ui/cx.ts';
import type { EventTone } from '../event/event-state.ts';
import { eventToneClasses } from './event-chip.tsx';

const entries: { tone: EventTone; label: Message }[] = [
  { tone: 'going', label: msg('Going') },
  { tone: 'maybe', label: msg('Maybe or waitlist') },
  { tone: 'open', label: msg('No RSVP yet') },
  { tone: 'past', label: msg('Not going, or past') },
];

/** What the looks of events mean. Screen readers hear the RSVP with each event. */
export function RsvpLegend() {
  return (
    <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {entries.map(({ tone, label }) => (
        <li key={tone} className="flex items-center gap-1.5">
          <span className={cx('size-3 rounded-sm ring-1 ring-line', eventToneClasses[tone])} />
          {t(label)}
        </li>
      ))}
    </ul>
  );
}
