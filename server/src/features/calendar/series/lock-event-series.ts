import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  findEventForUpdate,
  findSeriesForUpdate,
  findSeriesIdOf,
  type LockedEvent,
  listSeriesEventsForUpdate,
  type StoredSeries,
} from './series.queries.ts';

/** An event, locked with its whole series until the transaction ends. */
export interface LockedSeries {
  event: LockedEvent;
  /** Null for a single event; `events` then contains only that event. */
  series: StoredSeries | null;
  /** By position in the series, including deleted ones. */
  events: LockedEvent[];
}

const maxAttempts = 5;

/**
 * Locks an event and its series. Changes of one series run one after another.
 * @throws AppError `event_not_found`
 */
export async function lockEventSeries(tx: Tx, eventId: string): Promise<LockedSeries> {
  // A concurrent change may have split the series, or turned a single event into one: then retry.
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const seriesId = await findSeriesIdOf(tx, eventId);
    if (seriesId === undefined) break;
    if (seriesId === null) {
      const event = await findEventForUpdate(tx, eventId);
      if (!event) break;
      if (event.series_id === null) return { event, series: null, events: [event] };
      continue;
    }
    const series = await findSeriesForUpdate(tx, seriesId);
    const events = series ? await listSeriesEventsForUpdate(tx, seriesId) : [];
    const event = events.find(({ id }) => id === eventId);
    if (event?.deleted_at) break;
    if (series && event) return { event, series, events };
  }
  throw new AppError('event_not_found');
}
