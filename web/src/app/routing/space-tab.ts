import type { ComponentType } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Message } from '#contract/i18n/translate.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

type TabPage = ComponentType<TabProps> & { preload?: () => Promise<void> | undefined };

/** A tab of a space, declared in `pages/<page>/<page>.tab.ts`. */
export interface SpaceTab<Path extends string = string> {
  /** Unique; also the tab's name in `?tab=` and the last segment of its address. */
  name: string;
  /** Its address below `/{subdomain}`. */
  path: Path;
  label: Message;
  /** Tabs are in ascending order. */
  position: number;
  /** Whether this viewer can open it. */
  canOpen: (space: Space) => boolean;
  /** Its page, created with `lazyPage`. */
  page: TabPage;
  /** Shown while the page loads. It's part of every page's scripts, so keep it small. */
  skeleton: ComponentType;
}

export const defineSpaceTab = <const Path extends string>(tab: SpaceTab<Path>): SpaceTab<Path> => tab;

/** The component of a tab's route: loads the tab's scripts and renders nothing, because `SpaceTabs` renders the tab. */
export function tabRoute({ page }: SpaceTab) {
  return Object.assign(() => null, { preload: () => page.preload?.() });
}
