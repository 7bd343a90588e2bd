import type { Space } from '#contract/features/spaces/spaces.ts';

type TabSpace = Pick<Space, 'can_read' | 'membership' | 'feature_calendar_enabled' | 'feature_map_enabled'>;

/** Whether this viewer can open a tab of a space: everyone can open the about page, only members the map. */
export function canOpenTab(
  space: TabSpace,
  tab: 'feed' | 'calendar' | 'members' | 'leaderboard' | 'map' | 'about',
): boolean {
  if (tab === 'about') return true;
  if (!space.can_read) return false;
  if (tab === 'calendar') return space.feature_calendar_enabled;
  if (tab === 'map') return space.feature_map_enabled && space.membership !== null;
  return true;
}
