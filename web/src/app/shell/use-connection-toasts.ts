import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { hasUnsentWrite } from '#web/lib/api/unsent-writes.ts';
import { notifyReconnect, setOffline } from '#web/lib/live/reconnect.ts';
import { useLiveState } from '#web/lib/live/use-live.ts';
import { hasToaster, showToastLater, type ToastOptions } from '#web/ui/overlays/toast.ts';
import { ConnectionMonitor } from './connection-monitor.ts';

/** How long "Back online" is shown, in milliseconds. */
const backOnlineMs = 3_000;
/** How long a check of the server may take, in milliseconds. */
const checkTimeoutMs = 5_000;
/** How far back a failed write counts as part of the outage, in milliseconds. */
const recentMs = 60_000;

const reachServer = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    return (await fetch('/api/health/live', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
};

/**
 * Shows a toast when the server can't be reached and another when it can be again. If toasts can't be shown, a browser
 * alert suggests reloading the page. `useIsOffline` returns the result for as long as it lasts.
 */
export function useConnectionToasts(): void {
  const live = useLiveState();
  const monitor = useRef<ConnectionMonitor | null>(null);

  useEffect(() => {
    let dismiss = () => {};
    const show = (make: () => ToastOptions) => {
      dismiss();
      // Toasts about failed requests are shown first.
      dismiss = showToastLater(make);
    };
    const created = new ConnectionMonitor({
      reachServer,
      hasNetwork: () => navigator.onLine,
      onLost: () => {
        setOffline(true);
        show(() => ({
          title: t("🔌 You're offline"),
          icon: false,
          // A failed write isn't retried automatically, so the toast must not promise it.
          description: hasUnsentWrite(recentMs)
            ? t("Your last change wasn't sent. Try again when you're back.")
            : t("Changes will sync when you're back."),
          variant: 'destructive',
        }));
      },
      onRestored: () => {
        setOffline(false);
        notifyReconnect();
        show(() => ({
          title: t('✅ Back online'),
          icon: false,
          description: t('Syncing data…'),
          duration: backOnlineMs,
        }));
      },
      onResumed: notifyReconnect,
      onStuck: () => {
        if (!hasToaster()) {
          window.alert(t('Connection issue detected. Please refresh the page to restore connection.'));
          return;
        }
        const description = t('Please refresh the page to restore connection.');
        show(() => ({ title: t('Connection Issue'), description, variant: 'destructive' }));
      },
    });
    monitor.current = created;
    const check = () => created.networkChanged();
    window.addEventListener('offline', check);
    window.addEventListener('online', check);
    // Lost after the page was loaded and before its scripts ran: nothing reports that again.
    if (!navigator.onLine) check();
    return () => {
      window.removeEventListener('offline', check);
      window.removeEventListener('online', check);
      created.stop();
      setOffline(false);
      dismiss();
      monitor.current = null;
    };
  }, []);

  useEffect(() => monitor.current?.setLive(live), [live]);
}
