import { onReconnect } from '../live/reconnect.ts';

/** Runs a task when the browser is idle; Safari lacks `requestIdleCallback`. */
export function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 300);
}

/** Whether the browser is offline or asks to save data. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !navigator.onLine || connection?.saveData === true;
}

/**
 * Loads something that people will need soon while the browser is idle, unless data should be saved; offline, once the
 * connection is back.
 */
export function preloadWhenIdle(load: () => unknown): void {
  whenIdle(() => {
    if (!isSavingData()) load();
    else if (!navigator.onLine) {
      const stop = onReconnect(() => {
        stop();
        preloadWhenIdle(load);
      });
    }
  });
}
