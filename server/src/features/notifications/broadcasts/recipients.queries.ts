import { sql } from 'kysely';
import {
  declarationOf,
  type NotificationType,
  typePreferences,
} from '#contract/features/notifications/notification-types.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';

/**
 * Returns the next batch of members to notify of a post, by user id: all active members for a type that is on by
 * default, otherwise those who have turned it on. `notify` leaves out those who have turned it off. Users mentioned in
 * the post are left out, since they were notified already.
 */
export async function listRecipients(
  db: Db,
  input: {
    space_id: string;
    post_id: string;
    type: NotificationType;
    after: string | null;
    limit: number;
  },
): Promise<string[]> {
  const after = input.after ? sql`and m.user_id > ${input.after}::uuid` : sql``;
  const { preference } = declarationOf(input.type);
  const isOptIn = preference !== null && !typePreferences[preference].default;
  const effective = sql`cross join lateral effective_preferences(m.user_id, ${input.space_id}::uuid) e`;
  const wanted = isOptIn ? sql`and coalesce(e.${sql.ref(preference)}, false)` : sql``;
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from (
        select user_id from space_members where space_id = ${input.space_id}::uuid and status = 'active'
        union select owner_id from spaces where id = ${input.space_id}::uuid) m
      ${isOptIn ? effective : sql``}
    where not exists (select 1 from notifications n where n.user_id = m.user_id and n.type = 'mention'
        and n.target_id = ${input.post_id}::uuid) ${after} ${wanted}
    order by m.user_id limit ${pageLimit(input.limit)}`.execute(db);
  return rows.map((row) => row.user_id);
}
