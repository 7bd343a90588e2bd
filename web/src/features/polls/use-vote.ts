import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Poll } from '#contract/features/polls/polls.ts';
import { t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchPollSoon, writePoll } from './polls.live.ts';

type PollAction = { kind: 'vote'; option_ids: string[] } | { kind: 'withdraw' } | { kind: 'close' };

/** Votes, removes the vote or closes a poll. Not optimistic: the change shows once the server confirms it. */
export function usePollAction(postId: string) {
  const client = useQueryClient();
  return useMutation<{ poll: Poll }, Error, PollAction>({
    mutationFn: (action) => {
      if (action.kind === 'vote')
        return call('vote_in_poll', { post_id: postId, option_ids: action.option_ids });
      if (action.kind === 'withdraw') return call('withdraw_vote', { post_id: postId });
      return call('close_poll', { post_id: postId });
    },
    onSuccess: ({ poll }) => writePoll(client, postId, poll),
    onError: (error, { kind }) => {
      const title = kind === 'close' ? t("Couldn't close the poll") : t("Couldn't save your vote");
      toast({ title, description: toMessage(error, t('Please try again.')), variant: 'destructive' });
      if (isApiError(error)) refetchPollSoon(client, postId);
    },
  });
}
