import type { Db } from '#server/platform/db/database.ts';
import { listLocksIn } from '../../access/index.ts';
import type { IcsRow } from './ics.queries.ts';

const hidden = { description: '', location_type: 'none', address: null } as const;

/** Returns the rows of a calendar file; of those that are locked for the user, only what the calendar shows. */
export async function withoutLockedDetails(db: Db, userId: string | null, rows: IcsRow[]): Promise<IcsRow[]> {
  const closable = rows.filter(({ is_organizer }) => !is_organizer);
  const items = new Map(
    closable.map(({ access_id: id, access, space_id }) => [id, { id, access, space_id }] as const),
  );
  const locks = await listLocksIn(db, userId, [...items.values()]);
  if (locks.size === 0) return rows;
  // The content of a series is part of each of its rows, also of one that the user hosts.
  return rows.map((row) => {
    if (!locks.has(row.access_id)) return row;
    const { series } = row;
    return {
      ...row,
      ...(row.is_organizer ? {} : hidden),
      series: series && { ...series, content: { ...series.content, ...hidden } },
    };
  });
}
