import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import type { Space, SpaceChanges } from '#contract/spaces.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Saves changes of a space and shows a toast with the result. */
export function useSaveAbout(space: Space, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: SpaceChanges) => call('update_space', { space_id: space.id, ...changes }),
    onSuccess: (response) => {
      writeEntities(client, { space: [response.space] });
      toast({ title: t('Success!'), description: t('Space settings saved.') });
      onSaved();
    },
    onError: (error) => {
      if (isApiError(error, 'no_changes')) {
        toast({ title: t('No changes to save.') });
        return;
      }
      toast({
        title: t('Save Error'),
        description: toMessage(error, t('An unknown error occurred while saving.')),
        variant: 'destructive',
      });
    },
  });
}
