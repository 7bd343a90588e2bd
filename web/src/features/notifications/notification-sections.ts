import { type Message, msg } from '#contract/i18n/translate.ts';
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

/**
 * Divides rows, latest first, by when they last changed. `startOfToday` is null until
 * the reader's time zone is known, and today begins in UTC. Sections without rows are left out.
 */
export function toSections(rows: readonly NotificationRow[], startOfToday: number | null) {
  const today = startOfToday ?? Math.floor(Date.now() / dayMs) * dayMs;
  const toSection = ({ batch_updated_at }: NotificationRow): Section => {
    const at = Date.parse(batch_updated_at);
    return at >= today ? 'today' : at >= today - 6 * dayMs ? 'week' : 'earlier';
  };
  return sections
    .map((section) => ({ section, rows: rows.filter((row) => toSection(row) === section) }))
    .filter((found) => found.rows.length > 0);
}
