import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '#contract/users.ts';
import type { ReactableKind, ReactionKind } from '#contract/values/reactions.ts';
import type { Call } from '#web/lib/api/api-client.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages } from '#web/lib/cache/query-client.ts';
import { personEntity } from '#web/lib/cache/shared-entities.ts';

/** One kind of reactions to a target. */
export interface ReactionKey {
  target: ReactableKind;
  id: string;
  kind: ReactionKind;
}

const toPersonIds = (
  { people, next_cursor }: { people: Person[]; next_cursor: string | null },
  client: QueryClient,
) => {
  writeEntities(client, personEntity, people);
  return { person_ids: people.map(({ id }) => id), next_cursor };
};

// The contract derives these endpoints from each kind of target, so those of posts stand for all.
const inputOf = ({ target, id, kind }: ReactionKey) =>
  ({ [`${target}_id`]: id, kind }) as unknown as { post_id: string; kind: string };

/** Gives a reaction or takes it back. */
export const sendReaction = (call: Call, key: ReactionKey, isGiven: boolean) =>
  call(`${isGiven ? 'add' : 'remove'}_${key.target}_reaction` as 'add_post_reaction', inputOf(key));

/** The people who gave a reaction, latest first, 50 a page. */
export const reactorsQuery = (key: ReactionKey) =>
  apiPages(`list_${key.target}_reactors` as 'list_post_reactors', inputOf(key), toPersonIds);
