import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';

interface Change {
  fromLocation?: { pathname: string } | undefined;
  toLocation: { pathname: string };
}

const kindOf = (path: string | undefined) => path && /^\/[^/]+\/(space$|post(?=\/[^/]+$))/.exec(path)?.[1];

/**
 * Returns the type of a view transition between two pages, and false for none. The feed and a post fade into each other;
 * everything else changes at once, because tabs and pages that load have states of their own.
 */
export function toTransitionTypes({ fromLocation, toLocation }: Change): string[] | false {
  const kinds = [kindOf(fromLocation?.pathname), kindOf(toLocation.pathname)].sort().join();
  const isPostOfFeed = kinds === 'post,space';
  // Browsers reject transitions of hidden pages.
  return isPostOfFeed && document.visibilityState === 'visible' && !prefersReducedMotion() ? ['post'] : false;
}
