import type { QueryKey } from '@tanstack/react-query';
import { createContext, type ReactElement } from 'react';

/** What a part depends on beside its data. Texts such as "34m" are those of a minute; links know whether the page is theirs. */
type Surrounding = 'address' | 'minute';

/** A part of a page that many pages contain, and everything that it's rendered from but the locale. */
export interface SharedPart {
  surroundings: readonly Surrounding[];
  /** What it shows. */
  subjects: readonly object[];
  /** The rest of what its HTML depends on. */
  context: string;
  /**
   * Returns what is rendered apart from the page: it finds these queries and no others. It finds the router, for its links; it must not
   * read the data of routes there, which is the viewer's.
   */
  render: () => { element: ReactElement; queries?: readonly (readonly [key: QueryKey, data: unknown])[] };
}

/** A text, or its bytes in UTF-8. */
export type TextPiece = string | Uint8Array;

/** What a page contains as it is, while React renders the rest: large texts stay out of the string that React returns. */
export interface PageParts {
  /** Returns what to render in place of this text. It isn't escaped. */
  insert: (text: readonly TextPiece[]) => string;
  /** Returns what to render in place of a part that is rendered once for many pages. Null if it must be rendered in its page. */
  insertShared: (part: SharedPart) => string | null;
}

/** Set while the server renders a page. The browser renders the same elements in their place. */
export const PagePartsContext = /* @__PURE__ */ createContext<PageParts | null>(null);
