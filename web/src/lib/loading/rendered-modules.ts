import { createContext } from 'react';

/**
 * Set while the server renders a page: collects the modules of `lazyInPage` that it contains, whose style sheets are linked and whose scripts are named. Browsers
 * have no use for it, nor their build.
 */
export const RenderedModules = /* @__PURE__ */ createContext<Set<string> | null>(null);
