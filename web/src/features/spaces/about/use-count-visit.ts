import { useEffect } from 'react';
import type { Space } from '#contract/spaces.ts';
import { call } from '#web/lib/api-client.ts';

/** Counted since this page was loaded: opening the tab again is no further visit. */
const counted = new Set<string>();

/** Counts that somebody who is not in the space looked at its front page. Who it was is not said. */
export function useCountVisit({ id, membership }: Pick<Space, 'id' | 'membership'>): void {
  const isVisitor = membership === null;
  useEffect(() => {
    if (!isVisitor || counted.has(id)) return;
    counted.add(id);
    // A visit that could not be counted is nobody's trouble.
    call('record_space_visit', { space_id: id }).catch(() => {});
  }, [id, isVisitor]);
}
