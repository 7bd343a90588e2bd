import { isSavingData, whenIdle } from '#web/lib/loading/when-idle.ts';
import { findSpaceTab } from './space-tabs.ts';

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
