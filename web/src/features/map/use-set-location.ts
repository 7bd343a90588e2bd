import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { City } from '#contract/map.ts';
import { call } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { refetchMap } from './map.api.ts';

/** Sets the viewer's location in a space; null removes it. */
export function useSetLocation(spaceId: string) {
  const client = useQueryClient();
  return useMutation<unknown, Error, City | null>({
    mutationFn: (city) =>
      city
        ? call('set_location', { space_id: spaceId, city_id: city.city_id })
        : call('delete_location', { space_id: spaceId }),
    onSuccess: (_response, city) => {
      refetchMap(client, spaceId);
      toast({ title: city ? `You're on the map in ${city.city}` : 'Location removed' });
    },
    onError: (error, city) => {
      toast({
        title: city ? "Couldn't add your location" : "Couldn't remove your location",
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
}
