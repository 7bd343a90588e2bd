import { useEffect } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { call } from '#web/lib/api/api-client.ts';

/**
 * Notes that a new member looks at the page of the welcome's task, once; the live event then ticks the task. The task is to look
 * at the calendar, or at the about page of a space without one.
 */
export function useLookedAround(
  { id, welcome, feature_calendar_enabled }: Pick<Space, 'id' | 'welcome' | 'feature_calendar_enabled'>,
  page: 'calendar' | 'about',
): void {
  const isTask = page === (feature_calendar_enabled ? 'calendar' : 'about');
  const isFirst = isTask && welcome?.has_looked_around === false;
  useEffect(() => {
    // What fails is noted with the next visit.
    if (isFirst) call('mark_looked_around', { space_id: id }).catch(() => {});
  }, [isFirst, id]);
}
