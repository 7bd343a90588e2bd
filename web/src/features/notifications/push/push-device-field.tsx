import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { type PushState, readPushState, sendTestPush, turnOffPush, turnOnPush } from './push-device.ts';

const hints: Record<PushState, Message> = {
  unsupported: msg("This browser can't show push notifications."),
  install: msg('On an iPhone or iPad, press Share, then "Add to Home Screen", and open the app from there.'),
  denied: msg("Your browser blocks notifications from this site. Allow them in the browser's site settings."),
  off: msg('Shows notifications here, even when this page is closed'),
  on: msg('Shows notifications here, even when this page is closed'),
};

/** Turns push notifications on and off in this browser, and sends a test. */
export function PushDeviceField({ viewerId }: { viewerId: string }) {
  const client = useQueryClient();
  const key = ['push_state', viewerId];
  const { data: state } = useQuery({ queryKey: key, queryFn: () => readPushState(viewerId), staleTime: 0 });
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOnPush(viewerId) : turnOffPush()),
    onSuccess: (next) => client.setQueryData(key, next),
    onError: (error) =>
      toast({
        title: t("Couldn't change push notifications"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
  const test = useMutation({
    mutationFn: sendTestPush,
    onSuccess: (isSent) =>
      toast(
        isSent
          ? { title: t('Test sent') }
          : {
              title: t("Couldn't send the test"),
              description: t('Turn push notifications off and on again.'),
              variant: 'destructive',
            },
      ),
    onError: (error) =>
      toast({
        title: t("Couldn't send the test"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      }),
  });
  const isPossible = state === 'on' || state === 'off';
  return (
    <>
      <Switch
        label={t('Push notifications on this device')}
        hint={state ? t(hints[state]) : t('Loading')}
        checked={change.isPending ? change.variables : state === 'on'}
        disabled={!isPossible || change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      {state === 'on' && (
        <div>
          <Button size="sm" loading={test.isPending} onClick={() => test.mutate()}>
            {t('Send a test')}
          </Button>
        </div>
      )}
    </>
  );
}
