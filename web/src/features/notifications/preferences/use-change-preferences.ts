import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PreferenceChanges, PreferenceName } from '#contract/features/notifications/preferences.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useOptimisticWrite } from '#web/lib/api/use-optimistic-write.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { preferenceLabel } from './preference-copy.ts';
import {
  generalPreferencesQuery,
  invalidateSpacePreferences,
  spacePreferencesQuery,
} from './preferences.api.ts';

/** Says which preference couldn't be changed, or that several couldn't. */
function toFailure(changes: PreferenceChanges) {
  const names = Object.keys(changes) as PreferenceName[];
  const [only] = names;
  return {
    title: t('Update Failed'),
    description:
      only && names.length === 1
        ? t('Could not update {preference} preference. Please try again.', {
            preference: t(preferenceLabel(only)),
          })
        : t('Could not update notification preferences. Please try again.'),
  };
}

/** The fields of `from` that a change is about. */
const only = <Preferences extends object>(from: Preferences, changes: PreferenceChanges) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in changes)) as Partial<Preferences>;

/** Changes preferences in a space, or the general ones without a space. They show the change at once. */
export function useChangePreferences(spaceId?: string) {
  const query = spaceId === undefined ? generalPreferencesQuery : spacePreferencesQuery(spaceId);
  const key: readonly unknown[] = query.queryKey;
  type Cached = { preferences: Record<string, unknown> };
  return useOptimisticWrite<PreferenceChanges, Cached>({
    write: (changes) =>
      spaceId === undefined
        ? call('update_notification_preferences', changes)
        : call('update_space_notification_preferences', { space_id: spaceId, ...changes }),
    show: (changes, client) => {
      const before = client.getQueryData<Cached>(key);
      if (!before) return undefined;
      const set = (values: object) =>
        client.setQueryData<Cached>(
          key,
          (now) => now && { ...now, preferences: { ...now.preferences, ...values } },
        );
      set(changes);
      return () => set(only(before.preferences, changes));
    },
    // Other changes may be on their way, so the response decides only about this one.
    settle: (output, changes, client) => {
      client.setQueryData<Cached>(
        key,
        (now) =>
          now && {
            ...now,
            ...output,
            preferences: { ...now.preferences, ...only(output.preferences, changes) },
          },
      );
      if (spaceId === undefined) invalidateSpacePreferences(client);
    },
    failed: toFailure,
  });
}

/** Deletes the viewer's preferences for a space, so that the general ones apply. */
export function useResetPreferences(spaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('reset_space_notification_preferences', { space_id: spaceId }),
    onSuccess: (output) => {
      client.setQueryData(spacePreferencesQuery(spaceId).queryKey, output);
      toast({
        title: t('Preferences Reset'),
        description: t('Space notification preferences reset to global defaults.'),
      });
    },
    onError: () =>
      toast({
        title: t('Reset Failed'),
        description: t('Could not reset notification preferences. Please try again.'),
        variant: 'destructive',
      }),
  });
}
