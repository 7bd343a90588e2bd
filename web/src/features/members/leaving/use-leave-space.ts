import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { spaceQuery, userSpacesQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { toLeaveFailure } from '../joining/join-messages.ts';
import { markLocalChange } from '../local-changes.ts';

/** Leaves a space and shows a toast with the result. `onLeft` is called right away, before anything is refetched. */
export function useLeaveSpace(space: Space, onLeft?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      markLocalChange(space.id, null);
      return call('leave_space', { space_id: space.id });
    },
    onSuccess: () => {
      toast({ title: t('Left Space') });
      onLeft?.();
      void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['list_members', { space_id: space.id }] });
      void client.invalidateQueries(spaceQuery(space.subdomain));
    },
    onError: (error) => {
      toast(toLeaveFailure(error));
    },
  });
}
