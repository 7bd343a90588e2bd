import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { closeTopLayer, onLayers } from '#web/ui/overlays/layers.ts';
import { pageTrail } from './navigation-trail.ts';

/**
 * The browser's history with a limit on navigations: see `NavigationTrail`. Back closes an open dialog, panel or menu instead of
 * leaving the page. Undefined during server rendering.
 */
export function createPageHistory(): RouterHistory | undefined {
  if (typeof window === 'undefined') return undefined;
  const history = createBrowserHistory();
  const { push, replace, back, go } = history;
  history.push = (path, ...rest) => {
    if (pageTrail.allowsPush(path)) push(path, ...rest);
  };
  history.replace = (path, ...rest) => {
    if (pageTrail.allows(path)) replace(path, ...rest);
  };
  window.addEventListener('popstate', () => pageTrail.forgetPress());
  // Only the browser's buttons close layers: what the code leaves, it leaves.
  history.back = (options) => back({ ignoreBlocker: true, ...options });
  history.go = (steps, options) => go(steps, { ignoreBlocker: true, ...options });
  let unblock: (() => void) | undefined;
  onLayers((hasLayers) => {
    unblock?.();
    unblock = hasLayers
      ? history.block({
          blockerFn: ({ action }) => action === 'BACK' && closeTopLayer(),
          enableBeforeUnload: false,
        })
      : undefined;
  });
  return history;
}
