import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Mute } from '#contract/features/notifications/mutes.ts';
import { t } from '#contract/i18n/translate.ts';
import { type MuteDuration, mutedForGood } from '#contract/values/mute-durations.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { muteOptions } from '#web/lib/text/mute-options.ts';
import { toMutedText } from '#web/lib/text/muted-text.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { unreadSpacesQuery } from '../notifications.api.ts';
import { ChoiceRow } from './preference-fields.tsx';
import { spacePreferencesQuery } from './preferences.api.ts';

/** The choice of a mute that hasn't ended. */
const muted = 'muted';
const off = 'off';

/** Mutes a space for a time, or unmutes it. */
export function MuteField({ spaceId, mute }: { spaceId: string; mute: Mute | null }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (duration: MuteDuration | null) =>
      duration === null
        ? call('unmute_space', { space_id: spaceId })
        : call('mute_space', { space_id: spaceId, duration }),
    onSuccess: (output) => {
      client.setQueryData(spacePreferencesQuery(spaceId).queryKey, (now) => now && { ...now, ...output });
      void client.invalidateQueries({ queryKey: unreadSpacesQuery.queryKey });
    },
    onError: (error) =>
      toast({
        title: t("Couldn't mute or unmute the space"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
  return (
    <ChoiceRow
      label={t('Mute this space')}
      hint={mute ? toMutedText(mute.until, Date.now()) : t('Pause notifications from here for a while')}
      options={[
        { value: off, label: t('Off') },
        ...(mute && mute.until !== mutedForGood ? [{ value: muted, label: t('Muted') }] : []),
        ...muteOptions(),
      ]}
      value={mute ? (mute.until === mutedForGood ? 'always' : muted) : off}
      disabled={change.isPending}
      onChange={(value) => {
        if (value !== muted) change.mutate(value === off ? null : (value as MuteDuration));
      }}
    />
  );
}
