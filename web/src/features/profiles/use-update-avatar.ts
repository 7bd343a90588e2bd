import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { patchEntity } from '#web/lib/cache/entity-cache.ts';

/** Sets the viewer's photo, by the ID of an upload, or removes it with null. */
export function useUpdateAvatar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upload_id: string | null) => call('update_avatar', { upload_id }),
    onSuccess: ({ user }) => {
      client.setQueryData(sessionQuery.queryKey, (current) => current && { ...current, user });
      patchEntity(client, 'person', user.id, { avatar_url: user.avatar_url });
    },
  });
}
