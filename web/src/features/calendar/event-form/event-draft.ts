import type { AccessSettings } from '#contract/features/access/access.ts';
import type { CalendarEventDetail } from '#contract/features/calendar/calendar.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';
import {
  maxEventCapacity,
  maxEventDescription,
  maxEventTitle,
  maxRepeatInterval,
  maxSeriesEvents,
} from '#contract/values/limits.ts';
import { formRules } from '#web/features/access/index.ts';
import { textLength } from '#web/lib/text/rich-text.ts';
import { browserTimeZone } from '#web/lib/text/time-zones.ts';
import { addDays, type Day, daysBetween, defaultStartHour, isDay } from '../views/calendar-days.ts';

type RulesDraft = ReturnType<typeof formRules.toDraft>;

/** An event as the form holds it: local dates and times, and numbers as typed. */
export interface EventDraft {
  title: string;
  description: string;
  cover: { id: string; url: string } | null;
  starts_day: Day;
  starts_clock: string;
  /** The last day, for an all-day event. */
  ends_day: Day;
  ends_clock: string;
  time_zone: string;
  all_day: boolean;
  repeat: RepeatRule | null;
  location_type: CalendarEventDetail['location_type'];
  url: string;
  address: string;
  hosts: { id: string; name: string }[];
  capacity: string;
  /** The rules of the event and its series. */
  access: RulesDraft;
  /** The rules that the event had when this draft was begun, or last saved. */
  saved_access: RulesDraft;
}

/** A new event: one hour in the evening of a day, in the viewer's time zone. */
export const emptyDraft = (day: Day): EventDraft => ({
  title: '',
  description: '',
  cover: null,
  starts_day: day,
  starts_clock: `${defaultStartHour}:00`,
  ends_day: day,
  ends_clock: `${defaultStartHour + 1}:00`,
  time_zone: browserTimeZone(),
  all_day: false,
  repeat: null,
  location_type: 'none',
  url: '',
  address: '',
  hosts: [],
  capacity: '',
  access: formRules.toDraft(null),
  saved_access: formRules.toDraft(null),
});

export function toDraft(event: CalendarEventDetail): EventDraft {
  const access = formRules.toDraft(event.access);
  const [starts_day = '', starts_clock = '00:00'] = event.starts_local.split('T');
  const [ends, ends_clock = '00:00'] = event.ends_local.split('T');
  return {
    title: event.title,
    description: event.description,
    cover: event.cover && { id: event.cover.id, url: event.cover.url },
    starts_day,
    starts_clock: event.all_day ? '18:00' : starts_clock,
    ends_day: event.all_day ? addDays(ends ?? starts_day, -1) : (ends ?? starts_day),
    ends_clock: event.all_day ? '19:00' : ends_clock,
    time_zone: event.time_zone,
    all_day: event.all_day,
    repeat: event.repeat,
    location_type: event.location_type,
    url: '',
    address: event.address ?? '',
    hosts: event.hosts.map(({ id, full_name }) => ({ id, name: full_name })),
    capacity: event.capacity === null ? '' : String(event.capacity),
    access,
    saved_access: access,
  };
}

/** Returns the draft with another start day; the end day moves along, so the duration stays the same. */
export function withStartDay(draft: EventDraft, starts_day: Day): EventDraft {
  if (!isDay(starts_day)) return { ...draft, starts_day };
  const days =
    isDay(draft.starts_day) && isDay(draft.ends_day)
      ? Math.max(0, daysBetween(draft.starts_day, draft.ends_day))
      : 0;
  return { ...draft, starts_day, ends_day: addDays(starts_day, days) };
}

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const toClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns the draft with another start time; the end time moves along. */
export function withStartClock(draft: EventDraft, starts_clock: string): EventDraft {
  if (starts_clock === '' || draft.starts_clock === '' || draft.ends_clock === '' || !isDay(draft.ends_day))
    return { ...draft, starts_clock };
  const end = toMinutes(draft.ends_clock) + toMinutes(starts_clock) - toMinutes(draft.starts_clock);
  const days = Math.floor(end / 1440);
  return {
    ...draft,
    starts_clock,
    ends_clock: toClock(end - days * 1440),
    ends_day: addDays(draft.ends_day, days),
  };
}

/** The request fields for a draft. */
export function toFields(draft: EventDraft) {
  const clock = (value: string) => (draft.all_day ? '00:00' : value);
  const endDay = draft.all_day && isDay(draft.ends_day) ? addDays(draft.ends_day, 1) : draft.ends_day;
  return {
    title: draft.title.trim(),
    description: draft.description,
    cover_upload_id: draft.cover?.id ?? null,
    starts_local: `${draft.starts_day}T${clock(draft.starts_clock)}`,
    ends_local: `${endDay}T${clock(draft.ends_clock)}`,
    time_zone: draft.time_zone,
    all_day: draft.all_day,
    location_type: draft.location_type,
    url: draft.location_type === 'link' ? draft.url.trim() : null,
    address: draft.location_type === 'in_person' ? draft.address.trim() : null,
    host_ids: draft.hosts.map(({ id }) => id),
    capacity: draft.capacity.trim() === '' ? null : Number(draft.capacity),
    repeat: draft.repeat,
  };
}

/** The rules of a draft without problems, as the server takes them. There may be none. */
export function toAccess({ access }: EventDraft): AccessSettings {
  const settings = formRules.toSettings(access);
  if (!settings) throw new Error('Incomplete rules are a problem of the draft');
  return settings;
}

/** The rules of a new event; null for everyone who sees the calendar. */
export function toNewAccess(draft: EventDraft): AccessSettings | null {
  const access = toAccess(draft);
  return access.rules.length === 0 ? null : access;
}

const toComparable = ({ match, rules }: RulesDraft): string =>
  JSON.stringify(rules.length === 0 ? null : [match, rules.map(({ key: _, ...rule }) => rule)]);

/** Whether the rules of a draft, complete or not, aren't those that the event has. */
export const hasOtherRules = ({ access, saved_access }: EventDraft): boolean =>
  toComparable(access) !== toComparable(saved_access);

/** Returns a draft from this browser, without its rules if those of the event have been changed since. */
export function restoreDraft(initial: EventDraft, saved: Partial<EventDraft>): EventDraft {
  const { access, saved_access } = initial;
  // A draft of an earlier release is of an event without rules.
  const known = saved.saved_access ?? formRules.toDraft(null);
  const isCurrent = toComparable(known) === toComparable(saved_access);
  return { ...initial, ...saved, saved_access, ...(isCurrent ? {} : { access }) };
}

export type EventFields = ReturnType<typeof toFields>;

const timeFields = ['starts_local', 'ends_local', 'time_zone', 'all_day'] as const;

/**
 * Returns only the changed fields. Start, end and time zone go together, and so do the location type and its fields.
 */
export function toChanges(
  before: EventDraft,
  after: EventDraft,
): Partial<Omit<EventFields, 'repeat'>> & { repeat?: RepeatRule } {
  const old = toFields(before);
  const { repeat, ...now } = toFields(after);
  const isOther = (key: keyof EventFields) =>
    JSON.stringify(old[key]) !== JSON.stringify(key === 'repeat' ? repeat : now[key]);
  const changed = new Set<keyof EventFields>((Object.keys(now) as (keyof typeof now)[]).filter(isOther));
  if (timeFields.some((key) => changed.has(key))) for (const key of timeFields) changed.add(key);
  if (changed.has('location_type')) for (const key of ['url', 'address'] as const) changed.add(key);
  const sent = Object.fromEntries(
    Object.entries(now).filter(([key]) => changed.has(key as keyof EventFields)),
  );
  return { ...sent, ...(repeat && isOther('repeat') ? { repeat } : {}) };
}

export type Problems = Partial<Record<keyof EventDraft, string>>;

/** Finds missing or invalid fields. The server validates everything again. */
export function findProblems(draft: EventDraft): Problems {
  const problems: Problems = {};
  const title = countCharacters(draft.title.trim());
  if (title < 3) problems.title = t('Title must be at least 3 characters');
  else if (title > maxEventTitle) problems.title = t('Title must be at most 100 characters');
  if (textLength(draft.description) > maxEventDescription)
    problems.description = t('The description is longer than {max, number} characters.', {
      max: maxEventDescription,
    });
  const days = [draft.starts_day, draft.ends_day];
  const clocks = draft.all_day || (draft.starts_clock !== '' && draft.ends_clock !== '');
  if (draft.starts_day === '' || !clocks || draft.ends_day === '') {
    problems.starts_day = t('Add a start and end time.');
  } else if (days.some((day) => !/^20\d\d-/.test(day))) {
    problems.starts_day = t('Choose dates from 2000 to 2099.');
  } else {
    const { starts_local, ends_local } = toFields(draft);
    if (ends_local <= starts_local) problems.ends_day = t('The event must end after it starts.');
  }
  if (draft.location_type === 'link' && draft.url.trim() === '')
    problems.url = t('An online event needs a link.');
  else if (draft.location_type === 'link' && !/^https?:\/\/\S+$/i.test(draft.url.trim()))
    problems.url = t('The link must start with https:// or http://.');
  if (draft.location_type === 'in_person' && draft.address.trim() === '')
    problems.address = t('Add an address.');
  if (draft.capacity.trim() !== '') {
    const seats = Number(draft.capacity);
    if (!Number.isInteger(seats) || seats < 1 || seats > maxEventCapacity)
      problems.capacity = t('Enter a number from 1 to {max, number}, or leave blank.', {
        max: maxEventCapacity,
      });
  }
  if (draft.repeat?.frequency === 'weekly' && draft.repeat.weekdays.length === 0)
    problems.repeat = t('Choose at least one day of the week.');
  else if (draft.repeat && draft.repeat.interval > maxRepeatInterval)
    problems.repeat = t('The maximum is 99.');
  else if (draft.repeat?.ends.type === 'count' && draft.repeat.ends.count > maxSeriesEvents)
    problems.repeat = t('A series can have up to 200 events.');
  if (formRules.toSettings(draft.access) === null) problems.access = t('Complete the rules.');
  return problems;
}

const fieldOfError: Partial<Record<string, keyof EventDraft>> = {
  event_description_too_long: 'description',
  event_ends_before_it_starts: 'ends_day',
  event_too_long: 'ends_day',
  event_not_whole_days: 'ends_day',
  unknown_time_zone: 'time_zone',
  event_link_needed: 'url',
  event_address_needed: 'address',
  event_host_not_member: 'hosts',
  recurrence_too_many: 'repeat',
  recurrence_too_long: 'repeat',
  recurrence_empty: 'repeat',
  capacity_below_attendance: 'capacity',
  upload_not_found: 'cover',
  prerequisite_not_found: 'access',
};

/** Maps the first path segment of a server validation issue to the form field. */
const fieldOfInput: Partial<Record<string, keyof EventDraft>> = {
  title: 'title',
  description: 'description',
  starts_local: 'starts_day',
  ends_local: 'ends_day',
  time_zone: 'time_zone',
  url: 'url',
  address: 'address',
  host_ids: 'hosts',
  capacity: 'capacity',
  repeat: 'repeat',
  access: 'access',
};

/** Maps a server error to the fields it belongs to; empty if it belongs to none. */
export function toProblems(denialReason: { code: string; message: string; data: unknown }): Problems {
  const field = fieldOfError[denialReason.code];
  if (field) return { [field]: denialReason.message };
  const problems: Problems = {};
  const { issues } = (denialReason.data ?? {}) as { issues?: { path: string; message: string }[] };
  for (const { path, message } of denialReason.code === 'invalid_input' ? (issues ?? []) : []) {
    const named = fieldOfInput[path.split('.')[0] ?? ''];
    if (named) problems[named] ??= message;
  }
  return problems;
}
