import type { AnyRouter } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { SpaceTab } from './space-tab.ts';

const modules = import.meta.glob<Record<string, SpaceTab>>('../../pages/*/*.tab.ts', { eager: true });

/** All tabs of a space, in the order in which they are shown. */
export const spaceTabs: readonly SpaceTab[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .sort((a, b) => a.position - b.position);

export const findSpaceTab = (name: string | undefined): SpaceTab | undefined =>
  spaceTabs.find((tab) => tab.name === name);

/** The tabs that this viewer can open. */
export const openTabsOf = (space: Space): SpaceTab[] => spaceTabs.filter((tab) => tab.canOpen(space));

const staticDataOf = (router: AnyRouter, path: string) =>
  router.getMatchedRoutes(path)[0].at(-1)?.options.staticData;

/** Returns the name of the tab that an address shows, if any. */
export const findShownTab = (router: AnyRouter, path: string): string | undefined =>
  staticDataOf(router, path)?.tab;

/** Returns the name of the tab that an address belongs to: a post belongs to the feed. */
export const findActiveTab = (router: AnyRouter, path: string): string | undefined =>
  findShownTab(router, path) ?? staticDataOf(router, path)?.activeTab;
