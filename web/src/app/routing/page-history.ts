import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { pageTrail } from './navigation-trail.ts';

/** Returns the state of an entry without the keys that the router gives each one. */
const toText = (state: unknown): string =>
  JSON.stringify(state, (name, value) => (name === 'key' || name.startsWith('__TSR') ? undefined : value)) ??
  '';

/** The browser's history with a limit on navigations: see `NavigationTrail`. Undefined during server rendering. */
export function createPageHistory(): RouterHistory | undefined {
  if (typeof window === 'undefined') return undefined;
  const history = createBrowserHistory();
  const { push, replace } = history;
  history.push = (path, state, ...rest) => {
    if (pageTrail.allowsPush(path, Date.now(), toText(state))) push(path, state, ...rest);
  };
  history.replace = (path, ...rest) => {
    if (pageTrail.allows(path)) replace(path, ...rest);
  };
  window.addEventListener('popstate', () => pageTrail.forgetPress());
  return history;
}
