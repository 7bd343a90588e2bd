import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { City } from '#contract/features/map/map.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { refetchMap } from '../map.api.ts';

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
      toast({ title: city ? t("You're on the map in {city}", { city: city.city }) : t('Location removed') });
    },
    onError: (error, city) => {
      toast({
        title: city ? t("Couldn't add your location") : t("Couldn't remove your location"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    },
  });
}
