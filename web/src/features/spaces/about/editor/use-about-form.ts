import { useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { spaceEntity } from '#web/lib/cache/shared-entities.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type AboutEdits, toSpaceChanges } from './about-edits.ts';
import { findProblems } from './check-changes.ts';

export const noEdits: AboutEdits = {};

/** The form of the about page, and what saving it would change. Shows a toast with the result. */
export function useAboutForm(space: Space, viewerId: string, onClose: () => void) {
  const client = useQueryClient();
  const draft = useBrowserDraft({ userId: viewerId, draftKey: `about:${space.id}`, initial: noEdits });
  const form = useDraftedForm<AboutEdits, ReturnType<typeof findProblems>, Space>({
    storage: draft,
    validate: (edits) => findProblems(toSpaceChanges(space, edits)),
    send: async (edits) =>
      (await call('update_space', { space_id: space.id, ...toSpaceChanges(space, edits) })).space,
    onSent: (saved) => {
      writeEntities(client, spaceEntity, [saved]);
      toast({ title: t('Success!'), description: t('Space settings saved.') });
      onClose();
    },
    onDiscarded: onClose,
    failure: (error) => {
      if (isApiError(error, 'no_changes')) toast({ title: t('No changes to save.') });
      else {
        const description = toMessage(error, t('An unknown error occurred while saving.'));
        toast({ title: t('Save Error'), description, variant: 'destructive' });
      }
      return null;
    },
  });
  return { form, changes: toSpaceChanges(space, draft.values) };
}
