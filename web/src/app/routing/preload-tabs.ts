import { whenIdle } from '#web/lib/loading/when-idle.ts';
import { findSpaceTab } from './space-tabs.ts';

/** Whether the browser is offline or asks to save data. */
function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !navigator.onLine || connection?.saveData === true;
}

/**
 * Loads the scripts of the named tabs one after another, while the browser is idle, so that opening one waits for its
 * data only. Returns a function that stops it.
 */
export function preloadTabs(names: readonly string[]): () => void {
  const waiting = [...names];
  let isStopped = false;
  const next = () => {
    const page = findSpaceTab(waiting.shift())?.page;
    if (!page || isStopped || isSavingData()) return;
    // What fails to load is loaded when it's opened.
    void Promise.resolve(page.preload?.()).then(
      () => whenIdle(next),
      () => {},
    );
  };
  whenIdle(next);
  return () => {
    isStopped = true;
  };
}
