import { useSyncExternalStore } from 'react';
import { firstDayOfWeek } from '#contract/i18n/formatters.ts';
import { type Message, msg } from '#contract/i18n/translate.ts';
import type { NotificationRow } from './notifications.api.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** A day as the reader counts days. */
export interface Today {
  /** Its first moment, in milliseconds. */
  start: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** The sections of a list, latest first. */
const sections = ['today', 'week', 'earlier'] as const;
type Section = (typeof sections)[number];
export const sectionTitles: Record<Section, Message> = {
  today: msg('Today'),
  week: msg('This week'),
  earlier: msg('Earlier'),
};

/** Divides rows, latest first, by when they last changed. Sections without rows are left out. */
export function toSections(rows: readonly NotificationRow[], { start, weekday }: Today) {
  const weekStart = start - ((weekday - firstDayOfWeek() + 7) % 7) * dayMs;
  const toSection = ({ batch_updated_at }: NotificationRow): Section => {
    const at = Date.parse(batch_updated_at);
    return at >= start ? 'today' : at >= weekStart ? 'week' : 'earlier';
  };
  return sections
    .map((section) => ({ section, rows: rows.filter((row) => toSection(row) === section) }))
    .filter((found) => found.rows.length > 0);
}

// Snapshots are strings, so that the same day is the same snapshot.
const toLocalDay = (): string => {
  const now = new Date();
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return `${start.getTime()} ${start.getDay()}`;
};
const toUtcDay = (): string => {
  const start = Math.floor(Date.now() / dayMs) * dayMs;
  return `${start} ${new Date(start).getUTCDay()}`;
};

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}

/** Today in the reader's time zone; in UTC while the server renders and during hydration, because only the browser knows the zone. */
export function useToday(): Today {
  const [start = 0, weekday = 0] = useSyncExternalStore(subscribe, toLocalDay, toUtcDay)
    .split(' ')
    .map(Number);
  return { start, weekday };
}
