import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/spaces.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api-client.ts';
import { patchEntity } from '#web/lib/entity-cache.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';

/** Asks to be let into a private space (`true`), or takes that back (`false`). */
export function useAskToJoin(space: Space) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) =>
      wanted
        ? call('request_to_join', { space_id: space.id })
        : call('cancel_join_request', { space_id: space.id }),
    onSuccess: (_answer, wanted) => {
      patchEntity(client, 'space', space.id, { join_requested: wanted });
      if (wanted)
        toast({ title: 'Request sent', description: `The people who run ${space.name} will decide.` });
    },
    onError: (error) => {
      toast({
        title: 'Could Not Join Space',
        description: toMessage(error, 'Join failed.'),
        variant: 'destructive',
      });
      // Perhaps something has changed meanwhile, such as an approval: the server says how things stand.
      void client.invalidateQueries(spaceQuery(space.subdomain));
    },
  });
}
