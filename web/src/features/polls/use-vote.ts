import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Poll } from '#contract/polls.ts';
import { call, isApiError } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { readPollSoon, writePoll } from './polls.live.ts';

type PollAct = { kind: 'vote'; option_ids: string[] } | { kind: 'withdraw' } | { kind: 'close' };

/** Voting, taking a vote back and closing a poll. The answer stands when the server has it. */
export function usePollAct(postId: string) {
  const client = useQueryClient();
  return useMutation<{ poll: Poll }, Error, PollAct>({
    mutationFn: (act) => {
      if (act.kind === 'vote') return call('vote_in_poll', { post_id: postId, option_ids: act.option_ids });
      if (act.kind === 'withdraw') return call('withdraw_vote', { post_id: postId });
      return call('close_poll', { post_id: postId });
    },
    onSuccess: ({ poll }) => writePoll(client, postId, poll),
    onError: (error, { kind }) => {
      const title = kind === 'close' ? 'The poll was not closed' : 'Your vote was not counted';
      toast({ title, description: toMessage(error, 'Please try again.'), variant: 'destructive' });
      if (isApiError(error)) readPollSoon(client, postId);
    },
  });
}
