import { maxEventDays } from '#contract/limits.ts';
import { AppError } from '#server/platform/errors.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const longestSpan = 62 * day;
const shownYears = /^(19[7-9]|20|21)/;
/** How long before now an event that is still going on can have begun, in milliseconds; the clocks may change meanwhile. */
export const longestEvent = maxEventDays * day + 2 * hour;
/** The zones of the world lie this far apart. */
const zonesApart = 26 * hour;

const earlier = (time: string, milliseconds: number) =>
  new Date(Date.parse(time) - milliseconds).toISOString();

/**
 * The bounds of a calendar page.
 * @throws AppError `date_range_too_large` when it ends before it begins, or covers more than 62 days
 */
export function requireSpan(from: string, to: string) {
  const length = Date.parse(to) - Date.parse(from);
  if (!(length > 0 && length <= longestSpan) || !shownYears.test(from)) {
    throw new AppError('date_range_too_large');
  }
  const allDayFrom = earlier(from, zonesApart);
  return {
    from,
    to,
    all_day_from: allDayFrom,
    all_day_to: earlier(to, -zonesApart),
    begun_after: earlier(allDayFrom, longestEvent),
  };
}
