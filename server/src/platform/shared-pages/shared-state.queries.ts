import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { prepareVariants } from '../db/prepare-query.ts';

/** What pages depend on that is the same for all viewers. A page is current while none of it changes. */
export interface SharedState {
  /** The number of the last live event of the channels; 0 without one. */
  position: number;
  /** Whether a change was committed whose event has no number yet. */
  is_unnumbered: boolean;
  /** Raised when the name or avatar of any user changes. */
  people: number;
}

/** A viewer, null for a visitor, and the items of which they may have something. */
export interface OwnItems {
  user_id: string | null;
  ids: readonly string[];
}

/** Selects as JSON what is a viewer's own of items. */
export type OwnColumn = (items: OwnItems) => RawBuilder<unknown>;

/**
 * Returns how to load what pages depend on, and what is the viewer's own of these items, in one statement. Without
 * items, `own` is null.
 */
export function stateLoader<Own>(ownColumn: OwnColumn) {
  type Row = SharedState & { own: Own | null };
  const statement = prepareVariants(
    ({ hasOwn }: { hasOwn: boolean }, values: OwnItems & { channels: readonly string[] }) => sql<Row>`
      select coalesce((select max(last.seq) from unnest(${values.channels}::text[]) c (channel) cross join lateral (
          select max(seq) as seq from live_events where channel = c.channel and seq is not null) last), 0) as position,
        exists (select from live_events where channel = any(${values.channels}::text[]) and seq is null) as is_unnumbered,
        (select version from people_version) as people,
        ${hasOwn ? ownColumn(values) : sql`null::json`} as own`,
  );
  return async (
    db: Db,
    userId: string | null,
    channels: readonly string[],
    ids: readonly string[],
  ): Promise<Row> => {
    const hasOwn = ids.length > 0;
    const [row] = await statement.run(db, { hasOwn }, { user_id: userId, ids, channels });
    if (!row) throw new Error('a select without a table returned no row');
    return row;
  };
}
