import type { QueryClient } from '@tanstack/react-query';
import type { Poll } from '#contract/polls.ts';
import { patchEntity, readEntity } from '#web/lib/entity-cache.ts';
import { type EventOf, registerLiveHandler } from '#web/lib/live-client.ts';
import { getApiClient } from '#web/lib/query-client.ts';
import { seesResults } from './poll-state.ts';

/**
 * A poll after an event; an older version than it has changes nothing. How the votes stand is not in the event: those who
 * may see that read the poll anew.
 */
export function applyToPoll(poll: Poll, { payload }: EventOf<'poll.changed'>): Poll {
  if (payload.version <= poll.version) return poll;
  const { voter_count, closed_at, version } = payload;
  return { ...poll, voter_count, closed_at, version };
}

/** Puts a poll as the server answered it in its post; an older one changes nothing. */
export function writePoll(client: QueryClient, postId: string, poll: Poll): void {
  patchEntity(client, 'post', postId, (post) =>
    post.poll && poll.version < post.poll.version ? {} : { poll },
  );
}

/** Votes of a moment are read together, and the windows of many people do not ask in the same one. */
const readAfter = 250;
const spread = 750;
const reading = new Set<string>();

export function readPollSoon(client: QueryClient, postId: string): void {
  if (reading.has(postId)) return;
  reading.add(postId);
  setTimeout(
    () => {
      reading.delete(postId);
      getApiClient(client)('get_poll', { post_id: postId }).then(
        ({ poll }) => writePoll(client, postId, poll),
        // The next change, or opening the page, shows it.
        () => {},
      );
    },
    readAfter + Math.random() * spread,
  );
}

registerLiveHandler('poll.changed', (event, { client }) => {
  const { post_id } = event.payload;
  const poll = readEntity(client, 'post', post_id)?.poll;
  if (!poll) return;
  const next = applyToPoll(poll, event);
  if (next === poll) return;
  patchEntity(client, 'post', post_id, { poll: next });
  if (seesResults(next)) readPollSoon(client, post_id);
});

registerLiveHandler('poll.voted', ({ payload }, { client }) =>
  writePoll(client, payload.post_id, payload.poll),
);

// Its author rewrote it before anyone had voted, or moved its closing time.
registerLiveHandler('post.changed', ({ payload: { post } }, { client }) => {
  const known = readEntity(client, 'post', post.id)?.poll;
  if (known && post.poll && post.poll.version > known.version) readPollSoon(client, post.id);
});
