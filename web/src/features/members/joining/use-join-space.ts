import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { markLocalChange } from '../local-changes.ts';
import { forgetInvitation, readInvitation } from './invitation.ts';
import { toJoinFailure, toJoinRefusal } from './join-messages.ts';

/** Joins a space and shows a toast with the result. */
export function useJoinSpace(space: Space, onJoined?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      markLocalChange(space.id, 'member');
      return call('public_join_space', { space_id: space.id, ref: readInvitation(space.id) });
    },
    onSuccess: async ({ success, outcome, message }) => {
      if (!success && outcome !== 'already') {
        toast(toJoinRefusal(message));
        void client.invalidateQueries(spaceQuery(space.subdomain));
        return;
      }
      forgetInvitation(space.id);
      // The viewer's permissions have changed; refetch the space before showing anything.
      await client.invalidateQueries(spaceQuery(space.subdomain));
      void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['list_members', { space_id: space.id }] });
      // Joining as a member isn't a failure: the space can be opened.
      toast(
        outcome === 'joined'
          ? { title: t('Joined Space'), description: t('Welcome to {space}.', { space: space.name }) }
          : { title: message },
      );
      onJoined?.();
    },
    onError: (error) => {
      toast(toJoinFailure(error));
      // The space may have changed meanwhile, so refetch it.
      void client.invalidateQueries(spaceQuery(space.subdomain));
    },
  });
}
