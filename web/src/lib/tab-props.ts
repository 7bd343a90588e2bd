import type { Space } from '#contract/spaces.ts';

/** What the page of a tab is given. It stays mounted while other tabs show, so it may not ask the router where it is. */
export interface TabProps {
  space: Space;
  /** The parameters of its address when it was last shown. */
  search: Record<string, unknown>;
}
