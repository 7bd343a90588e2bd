import { type Message, msg } from '#contract/i18n/translate.ts';
import { useStartOfToday } from '#web/lib/use-start-of-today.ts';
import type { NotificationRow } from './notifications.api.ts';

const dayMs = 86_400_000;

/** The sections of a list, latest first. Days end at midnight; a calendar week would be empty on its first day. */
const sections = ['today', 'week', 'earlier'] as const;
type Section = (typeof sections)[number];
export const sectionTitles: Record<Section, Message> = {
  today: msg('Today'),
  week: msg('Last 7 days'),
  earlier: msg('Earlier'),
};

/** Divides rows, latest first, by when they last changed. `today` is its first moment. Sections without rows are left out. */
export function toSections(rows: readonly NotificationRow[], today: number) {
  const toSection = ({ batch_updated_at }: NotificationRow): Section => {
    const at = Date.parse(batch_updated_at);
    return at >= today ? 'today' : at >= today - 6 * dayMs ? 'week' : 'earlier';
  };
  return sections
    .map((section) => ({ section, rows: rows.filter((row) => toSection(row) === section) }))
    .filter((found) => found.rows.length > 0);
}

/** Returns the first moment of today; in UTC until the reader's time zone is known. */
export const useToday = (): number => useStartOfToday() ?? Math.floor(Date.now() / dayMs) * dayMs;
