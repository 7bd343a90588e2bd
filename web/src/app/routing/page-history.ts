import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { pageTrail } from './navigation-trail.ts';

/** The browser's history with a limit on navigations: see `NavigationTrail`. Undefined during server rendering. */
export function createPageHistory(): RouterHistory | undefined {
  if (typeof window === 'undefined') return undefined;
  const history = createBrowserHistory();
  const { push, replace } = history;
  history.push = (path, ...rest) => {
    if (pageTrail.allowsPush(path)) push(path, ...rest);
  };
  history.replace = (path, ...rest) => {
    if (pageTrail.allows(path)) replace(path, ...rest);
  };
  window.addEventListener('popstate', () => pageTrail.forgetPress());
  return history;
}
