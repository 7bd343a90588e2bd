import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { City } from '#contract/map.ts';
import { call } from '#web/lib/api-client.ts';
import { toMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { refetchMap } from './map.api.ts';

/** Shares a place with a space, or with null stops sharing. */
export function useSetLocation(spaceId: string) {
  const client = useQueryClient();
  return useMutation<unknown, Error, City | null>({
    mutationFn: (city) =>
      city
        ? call('set_location', { space_id: spaceId, city_id: city.city_id })
        : call('delete_location', { space_id: spaceId }),
    onSuccess: (_answer, city) => {
      refetchMap(client, spaceId);
      toast({ title: city ? `You are on the map in ${city.city}` : 'Location removed' });
    },
    onError: (error, city) => {
      toast({
        title: city ? "Couldn't add your location" : 'Your place is still shared',
        description: toMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
}
