import { maxEventDays } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const maxRange = 62 * day;
const supportedYears = /^(19[7-9]|20|21)/;
/** How long before now a current event can have started, in milliseconds, with room for a clock change. */
export const maxEventMs = maxEventDays * day + 2 * hour;
/** The largest difference between two time zones. */
const maxZoneDifference = 26 * hour;

const subtract = (time: string, milliseconds: number) =>
  new Date(Date.parse(time) - milliseconds).toISOString();

/**
 * Returns the bounds of a calendar page.
 * @throws AppError `date_range_too_large` when it ends before it starts, or covers more than 62 days
 */
export function requireDateRange(from: string, to: string) {
  const length = Date.parse(to) - Date.parse(from);
  if (!(length > 0 && length <= maxRange) || !supportedYears.test(from)) {
    throw new AppError('date_range_too_large');
  }
  const allDayFrom = subtract(from, maxZoneDifference);
  return {
    from,
    to,
    all_day_from: allDayFrom,
    all_day_to: subtract(to, -maxZoneDifference),
    started_after: subtract(allDayFrom, maxEventMs),
  };
}
