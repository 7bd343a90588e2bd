import { sql } from 'kysely';
import type { Person } from '#contract/users.ts';
import type { ReactionKind } from '#contract/values/reactions.ts';
import type { Target } from '#contract/values/targets.ts';
import { type Db, pageLimit } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { personJson } from '#server/platform/people/person.queries.ts';
import type { CountedReactions } from '#server/platform/targets.ts';

interface ReactionKey {
  target_id: string;
  user_id: string;
  kind: ReactionKind;
}

/** What one statement changed. */
interface Changed {
  is_changed: boolean;
  /** The other kinds of reactions that the same user gave to the target. */
  others: string[];
}

const othersThan = ({
  target_id,
  user_id,
  kind,
}: ReactionKey) => sql`coalesce((select array_agg(o.kind) from reactions o
  where o.target_id = ${target_id}::uuid and o.user_id = ${user_id}::uuid and o.kind <> ${kind}), '{}')`;

/** Inserts a reaction, unless it exists already. */
export async function insertReaction(
  db: Db,
  reaction: ReactionKey & { target_kind: Target['kind']; space_id: string | null; created_at: string },
): Promise<Changed> {
  const { target_kind, target_id, kind, user_id, space_id, created_at } = reaction;
  const { rows } = await sql<Changed>`
    with added as (
      insert into reactions (target_kind, target_id, kind, user_id, space_id, created_at)
      values (${target_kind}, ${target_id}::uuid, ${kind}, ${user_id}::uuid, ${space_id}::uuid,
        ${created_at}::timestamptz)
      on conflict do nothing returning kind)
    select exists (select from added) as is_changed, ${othersThan(reaction)} as others`.execute(db);
  return requireRow(rows);
}

/** Deletes a reaction, if it exists. */
export async function deleteReaction(db: Db, reaction: ReactionKey): Promise<Changed> {
  const { target_id, user_id, kind } = reaction;
  const { rows } = await sql<Changed>`
    with gone as (
      delete from reactions
      where target_id = ${target_id}::uuid and user_id = ${user_id}::uuid and kind = ${kind} returning kind)
    select exists (select from gone) as is_changed, ${othersThan(reaction)} as others`.execute(db);
  return requireRow(rows);
}

function requireRow([row]: Changed[]): Changed {
  if (!row) throw new Error('A select without a table returned no row');
  return row;
}

/** Returns the totals of a target; null if it's deleted. `table` is that of its `ReactableTarget`. */
export async function findReactionTotals(
  db: Db,
  table: keyof DB,
  targetId: string,
): Promise<CountedReactions | null> {
  const { rows } = await sql<CountedReactions>`
    select like_count, reaction_counts, version from ${sql.table(table)}
    where id = ${targetId}::uuid and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Returns the people who gave a reaction of one kind to a target, latest first; none if the target is deleted. */
export async function listReactors(
  db: Db,
  input: {
    target: { table: keyof DB; id: string };
    kind: ReactionKind;
    after: { at: string; id: string } | null;
    limit: number;
  },
): Promise<{ person: Person; created_at: string }[]> {
  const { target } = input;
  const after = input.after
    ? sql`and (r.created_at, r.user_id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ person: Person; created_at: string }>`
    select ${personJson('u')} as person, r.created_at
    from reactions r join users u on u.id = r.user_id
    where r.target_id = ${target.id}::uuid and r.kind = ${input.kind} ${after}
      and exists (select from ${sql.table(target.table)} t where t.id = r.target_id and t.deleted_at is null)
    order by r.created_at desc, r.user_id desc limit ${pageLimit(input.limit)}`.execute(db);
  return rows;
}
