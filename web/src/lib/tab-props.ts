import type { Space } from '#contract/features/spaces/spaces.ts';

/**
 * Props of a tab's page. The page stays mounted while other tabs are shown, so it must not read the router location.
 */
export interface TabProps {
  space: Space;
  /** Search parameters when the tab was last active. */
  search: Record<string, unknown>;
}
