import type { QueryKey } from '@tanstack/react-query';
import { createContext, type ReactElement } from 'react';

/** A part of a page that many pages contain, and everything that it's rendered from but the locale, the address and the minute. */
export interface SharedPart {
  /** What it shows. */
  subject: object;
  /** The rest of what its HTML depends on. */
  context: string;
  /** Rendered apart from the page: it finds these queries and the router, and nothing else. */
  element: ReactElement;
  queries: readonly (readonly [key: QueryKey, data: unknown])[];
}

/** Returns the HTML of a part, which is rendered once for many pages. Null if it must be rendered in its page. */
export type RenderShared = (part: SharedPart) => string | null;

/** Set while the server renders a page. The browser renders the same elements in their place. */
export const SharedParts = /* @__PURE__ */ createContext<RenderShared | null>(null);
