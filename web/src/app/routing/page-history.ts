import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { closeTopLayer, onLayers } from '#web/ui/overlays/layers.ts';
import { pageTrail } from './navigation-trail.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was added for a layer: the one before is of the same page. */
    forLayers?: boolean;
  }
}

/**
 * The browser's history with a limit on navigations: see `NavigationTrail`. Back closes an open dialog, panel or menu instead of
 * leaving the page. Undefined during server rendering.
 */
export function createPageHistory(): RouterHistory | undefined {
  if (typeof window === 'undefined') return undefined;
  let history: RouterHistory;
  let hasLayers = false;
  // Before the listener of the history itself, which already knows the new entry.
  const onPop = () => {
    pageTrail.forgetPress();
    const isLeaving = history.location.state.forLayers && !hasLayers;
    if (isLeaving && indexOf(window.history.state) === 0) window.history.back();
  };
  window.addEventListener('popstate', onPop);
  history = createBrowserHistory();
  const { push, replace, back, go, subscribe, destroy } = history;
  history.push = (path, ...rest) => {
    if (pageTrail.allowsPush(path)) push(path, ...rest);
  };
  history.replace = (path, state, ...rest) => {
    const { forLayers } = history.location.state;
    if (pageTrail.allows(path)) replace(path, forLayers ? { ...state, forLayers } : state, ...rest);
  };
  history.canGoBack = () => indexOf(history.location.state) > (history.location.state.forLayers ? 1 : 0);
  // Only the browser's buttons close layers: what the code leaves, it leaves.
  history.back = (options) => back({ ignoreBlocker: true, ...options });
  history.go = (steps, options) => go(steps, { ignoreBlocker: true, ...options });
  let isAddingEntry = false;
  history.subscribe = (listener) => subscribe((change) => isAddingEntry || listener(change));
  /**
   * Back from the first entry of a loaded page would leave it before anything could be closed. A second entry is added there. It
   * stays when the layers are closed, and Back then goes past both.
   */
  const addEntry = () => {
    history.flush();
    if (indexOf(window.history.state) !== 0) return;
    isAddingEntry = true;
    window.history.pushState({ ...window.history.state, __TSR_index: 1, forLayers: true }, '');
    isAddingEntry = false;
  };
  let unblock: (() => void) | undefined;
  const stopLayers = onLayers((hasAny) => {
    hasLayers = hasAny;
    unblock?.();
    unblock = undefined;
    if (!hasAny) return;
    addEntry();
    unblock = history.block({
      blockerFn: ({ action }) => action === 'BACK' && closeTopLayer(),
      enableBeforeUnload: false,
    });
  });
  history.destroy = () => {
    stopLayers();
    window.removeEventListener('popstate', onPop);
    destroy();
  };
  return history;
}

/** Position among the entries of the page as it was loaded, from 0. */
const indexOf = (state: RouterHistory['location']['state'] | null): number => state?.__TSR_index ?? 0;
