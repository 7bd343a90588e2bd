import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { toMemberFailure } from '../member-messages.ts';

interface Decision {
  userId: string;
  name: string;
  approve: boolean;
}

/** Approves or declines a join request. */
export function useDecideRequest(space: Space) {
  const client = useQueryClient();
  const ofSpace = (operation: string) => ({ queryKey: [operation, { space_id: space.id }] });
  return useMutation({
    mutationFn: ({ userId, approve }: Decision) =>
      call(approve ? 'approve_join_request' : 'decline_join_request', {
        space_id: space.id,
        user_id: userId,
      }),
    onSuccess: (_response, { name, approve }) => {
      toast({
        title: approve
          ? t('{name} is now a member.', { name })
          : t("{name}'s request was declined.", { name }),
      });
      if (approve) void client.invalidateQueries(ofSpace('list_members'));
    },
    onError: (error) => {
      toast(
        isApiError(error, 'join_request_not_found')
          ? { title: t('Already resolved'), description: toMessage(error, '') }
          : toMemberFailure(error, t("Couldn't update the request")),
      );
    },
    // Keep the row pending until the list without it has arrived, so that it can't be pressed twice.
    onSettled: () => client.invalidateQueries(ofSpace('list_join_requests')),
  });
}

/** Unbans a member. */
export function useLiftBan(space: Space) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId }: { userId: string; name: string }) =>
      call('unban_member', { space_id: space.id, user_id: userId }),
    onSuccess: (_response, { name }) => {
      toast({ title: t('Member unbanned'), description: t('{name} can join again.', { name }) });
    },
    onError: (error) => {
      toast(toMemberFailure(error, t("Couldn't unban the member")));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['choose_banned'] });
      return client.invalidateQueries({ queryKey: ['list_bans', { space_id: space.id }] });
    },
  });
}
