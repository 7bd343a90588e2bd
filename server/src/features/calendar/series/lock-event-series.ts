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

/** An event, held with its whole series until the transaction ends. */
export interface LockedSeries {
  event: LockedEvent;
  /** Null for a single event; `events` is then it alone. */
  series: StoredSeries | null;
  /** By their place in the series, deleted ones too. */
  events: LockedEvent[];
}

const attempts = 5;

/**
 * Holds an event and its series: changes of one series follow one another.
 * @throws AppError `event_not_found`
 */
export async function holdEvent(tx: Tx, eventId: string): Promise<LockedSeries> {
  // A change that was under way may have split the series, or made a single event one: then look again.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
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
