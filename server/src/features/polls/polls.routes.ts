import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { closePoll, readPoll, setVote } from './vote-in-poll.ts';

export function pollRoutes(route: RouteBinder, { db }: Platform): void {
  route('get_poll', async ({ input, viewer, liveCursor }) => ({
    poll: await readPoll(db, viewer, input.post_id),
    live_cursor: liveCursor,
  }));

  route('vote_in_poll', async ({ input, viewer, scope }) => ({
    poll: await setVote(db, viewer, scope, input.post_id, input.option_ids),
  }));

  route('withdraw_vote', async ({ input, viewer, scope }) => ({
    poll: await setVote(db, viewer, scope, input.post_id, []),
  }));

  route('close_poll', async ({ input, viewer, scope }) => ({
    poll: await closePoll(db, viewer, scope, input.post_id),
  }));
}
