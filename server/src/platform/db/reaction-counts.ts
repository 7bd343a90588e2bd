import { type RawBuilder, sql } from 'kysely';
import type { ReactionKind } from '#contract/values/reactions.ts';

/** A reaction that was given (1) or taken back (-1), and by whom. */
export interface ReactionChange {
  kind: ReactionKind;
  by: 1 | -1;
  actor_id: string;
}

/**
 * The assignments of an `update` that count a reaction in the columns `like_count` and `reaction_counts`. Likes have a
 * column of their own because lists are sorted by it.
 */
export const countReaction = ({ kind, by }: Pick<ReactionChange, 'kind' | 'by'>): RawBuilder<unknown> =>
  kind === 'like' ? sql`like_count = like_count + ${by}` : sql`reaction_counts = ${countedKind(kind, by)}`;

/** The new value of `reaction_counts`. A kind that nobody gives anymore is removed. */
const countedKind = (kind: ReactionKind, by: 1 | -1) => sql`case
  when coalesce((reaction_counts ->> ${kind}::text)::int, 0) + ${by} > 0
    then reaction_counts || jsonb_build_object(${kind}::text, coalesce((reaction_counts ->> ${kind}::text)::int, 0) + ${by})
  else reaction_counts - ${kind}::text end`;

/** The kinds of reactions that a user gave to a target, in no order; null for none. */
export const kindsGivenBy = (userId: string | null, targetId: RawBuilder<unknown>) => sql<string[] | null>`(
  select array_agg(g.kind) from reactions g where g.target_id = ${targetId} and g.user_id = ${userId}::uuid)`;

/** The reactions of a user to these targets, as JSON pairs of target and kind; null for none. */
export const reactionsGiven = (userId: string | null, targetIds: readonly string[]) => sql`(
  select json_agg(json_build_array(g.target_id, g.kind)) from reactions g
  where g.target_id = any (${targetIds}::uuid[]) and g.user_id = ${userId}::uuid)`;
