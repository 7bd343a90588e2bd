import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/spaces.ts';
import { spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api-client.ts';
import { toast } from '#web/ui/toast.ts';
import { forgetInvitation, readInvitation } from './invitation.ts';
import { toJoinFailure } from './join-messages.ts';
import { markLocalChange } from './local-changes.ts';

/** Joins a space, and says how it went (document 1, section 8). */
export function useJoinSpace(space: Space, onJoined?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      markLocalChange(space.id, 'member');
      return call('public_join_space', { space_id: space.id, ref: readInvitation(space.id) });
    },
    onSuccess: async ({ success, message }) => {
      forgetInvitation(space.id);
      // What the viewer may do has changed: the server says anew, before anything is shown.
      await client.invalidateQueries(spaceQuery(space.subdomain));
      void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['list_members', { space_id: space.id }] });
      // Being a member already is no failure: the way in is open (reading A119).
      if (success && message === 'Membership Reactivated') toast({ title: message });
      else if (success) toast({ title: 'Joined Space', description: `Welcome to ${space.name}.` });
      else toast({ title: message });
      onJoined?.();
    },
    onError: (error) => {
      toast(toJoinFailure(error));
      // Perhaps the space has changed meanwhile: the server says how things stand.
      void client.invalidateQueries(spaceQuery(space.subdomain));
    },
  });
}
