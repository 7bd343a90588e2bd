import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/spaces.ts';
import { spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';

/** Joins a space, and says how it went (document 1, section 8). */
export function useJoinSpace(space: Space, onJoined?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('public_join_space', { space_id: space.id }),
    onSuccess: async ({ success, message }) => {
      if (!success) {
        toast({
          title: 'Could Not Join Space',
          description: message || 'Join failed.',
          variant: 'destructive',
        });
        return;
      }
      // What the viewer may do has changed: the server says anew, before anything is shown.
      await client.invalidateQueries(spaceQuery(space.subdomain));
      void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['list_members', { space_id: space.id }] });
      toast({ title: 'Joined Space', description: `Welcome to ${space.name}.` });
      onJoined?.();
    },
    onError: (error) => {
      toast({
        title: 'Could Not Join Space',
        description: toMessage(error, 'Join failed.'),
        variant: 'destructive',
      });
    },
  });
}
