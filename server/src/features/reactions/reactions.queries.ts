import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/users.ts';
import type { ReactionKind } from '#contract/values/reactions.ts';
import type { Target } from '#contract/values/targets.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import { personJson } from '#server/platform/people/person.queries.ts';

interface ReactionKey {
  target_id: string;
  user_id: string;
  kind: ReactionKind;
}

/** Inserts a reaction; false if it exists already. */
export async function insertReaction(
  db: Db,
  reaction: ReactionKey & { target_kind: Target['kind']; space_id: string; created_at: string },
): Promise<boolean> {
  const result = await db
    .insertInto('reactions')
    .values(reaction)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes a reaction; false if there was none. */
export async function deleteReaction(db: Db, { target_id, user_id, kind }: ReactionKey): Promise<boolean> {
  const result = await db
    .deleteFrom('reactions')
    .where('target_id', '=', target_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the people who gave a reaction of one kind, latest first; none if `isShown`, a condition on `r`, isn't met. */
export async function listReactors(
  db: Db,
  input: {
    target_id: string;
    kind: ReactionKind;
    isShown: RawBuilder<unknown>;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<{ person: Person; created_at: string }[]> {
  const after = input.after
    ? sql`and (r.created_at, r.user_id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ person: Person; created_at: string }>`
    select ${personJson('u')} as person, r.created_at
    from reactions r join users u on u.id = r.user_id
    where r.target_id = ${input.target_id}::uuid and r.kind = ${input.kind} and ${input.isShown} ${after}
    order by r.created_at desc, r.user_id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
