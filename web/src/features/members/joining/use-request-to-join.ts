import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { readInvitation } from './invitation.ts';
import { toJoinFailure } from './join-messages.ts';

/** Sends a request to join a private space with this message (empty for none), or withdraws it (null). */
export function useRequestToJoin(space: Space, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (message: string | null) => {
      if (message === null) await call('cancel_join_request', { space_id: space.id });
      else {
        const ref = readInvitation(space.id);
        await call('request_to_join', { space_id: space.id, message: message || null, ref });
      }
    },
    onSuccess: (_response, message) => {
      patchEntity(client, 'space', space.id, { join_requested: message !== null });
      toast(
        message === null
          ? { title: t('Request withdrawn') }
          : {
              title: t('Request sent'),
              description: t('A moderator of {space} will review it.', { space: space.name }),
            },
      );
      onDone?.();
    },
    onError: (error) => {
      toast(toJoinFailure(error));
      // Something may have changed meanwhile, such as an approval, so refetch the space.
      void client.invalidateQueries(spaceQuery(space.subdomain));
    },
  });
}
