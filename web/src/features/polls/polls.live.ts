import type { QueryClient } from '@tanstack/react-query';
import type { Poll } from '#contract/features/polls/polls.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { type EventOf, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { seesResults } from './poll-state.ts';

/**
 * Applies an event to a poll. Events that are not newer than the poll are ignored. Events contain no results; viewers
 * who can see them refetch the poll.
 */
export function applyToPoll(poll: Poll, { payload }: EventOf<'poll.changed'>): Poll {
  if (payload.version <= poll.version) return poll;
  const { voter_count, closed_at, version } = payload;
  return { ...poll, voter_count, closed_at, version };
}

/** Stores a poll from a response in its post, unless the stored one is newer. */
export function writePoll(client: QueryClient, postId: string, poll: Poll): void {
  patchEntity(client, 'post', postId, (post) =>
    post.poll && poll.version < post.poll.version ? {} : { poll },
  );
}

/**
 * Delay before refetching, in milliseconds: `refetchDelay` groups votes that arrive together, a random part of `spread`
 * distributes the requests of many clients.
 */
const refetchDelay = 250;
const spread = 750;
const reading = new Set<string>();

export function refetchPollSoon(client: QueryClient, postId: string): void {
  if (reading.has(postId)) return;
  reading.add(postId);
  setTimeout(
    () => {
      reading.delete(postId);
      getApiClient(client)('get_poll', { post_id: postId }).then(
        ({ poll }) => writePoll(client, postId, poll),
        // Ignored: the next change, or opening the page, fetches the poll again.
        () => {},
      );
    },
    refetchDelay + Math.random() * spread,
  );
}

registerLiveHandler('poll.changed', (event, { client }) => {
  const { post_id } = event.payload;
  const poll = readEntity(client, 'post', post_id)?.poll;
  if (!poll) return;
  const next = applyToPoll(poll, event);
  if (next === poll) return;
  patchEntity(client, 'post', post_id, { poll: next });
  if (seesResults(next)) refetchPollSoon(client, post_id);
});

registerLiveHandler('poll.voted', ({ payload }, { client }) =>
  writePoll(client, payload.post_id, payload.poll),
);

// The author changed the poll before anyone voted, or moved its end date.
registerLiveHandler('post.changed', ({ payload: { post } }, { client }) => {
  const known = readEntity(client, 'post', post.id)?.poll;
  if (known && post.poll && post.poll.version > known.version) refetchPollSoon(client, post.id);
});
