import { useEffect } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { call } from '#web/lib/api/api-client.ts';

/** Notes that a new member looks at this page, once; the live event then ticks the task of the welcome. */
export function useLookedAround({ id, welcome }: Pick<Space, 'id' | 'welcome'>): void {
  const isFirst = welcome?.has_looked_around === false;
  useEffect(() => {
    // What fails is noted with the next visit.
    if (isFirst) call('mark_looked_around', { space_id: id }).catch(() => {});
  }, [isFirst, id]);
}
