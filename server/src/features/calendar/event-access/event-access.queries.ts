import { sql } from 'kysely';
import type { AccessSettings } from '#contract/features/access/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { accessJson } from '../../access/index.ts';

/** The rules of an event: those of its series, if it has one. */
export interface EventAccessColumns {
  /** The series or the single event, under whose id its rules are stored. */
  access_id: string;
  access: AccessSettings | null;
}

const accessId = sql`coalesce(e.series_id, e.id)`;
/** Selects the rules of event `e`. */
export const eventAccessColumns = sql`${accessId} as access_id, ${accessJson(accessId)} as access`;

/** An event with who can open it. */
export interface EventItem extends EventAccessColumns {
  id: string;
  space_id: string;
  series_id: string | null;
  host_ids: string[];
  created_at: string;
}

/** Returns who can open events, including deleted ones. */
export async function listEventItems(db: Db, eventIds: string[]): Promise<EventItem[]> {
  const { rows } = await sql<EventItem>`
    select e.id, e.space_id, e.series_id, e.host_ids, e.created_at, ${eventAccessColumns}
    from events e where e.id = any(${eventIds}::uuid[])`.execute(db);
  return rows;
}
