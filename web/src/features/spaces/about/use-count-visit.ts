import { useEffect } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { call } from '#web/lib/api/api-client.ts';

/** Spaces counted since this page was loaded, so that opening the tab again isn't another visit. */
const counted = new Set<string>();

/** Counts a visit of a non-member to the space's about page, without the visitor's identity. */
export function useCountVisit({ id, membership }: Pick<Space, 'id' | 'membership'>): void {
  const isVisitor = membership === null;
  useEffect(() => {
    if (!isVisitor || counted.has(id)) return;
    counted.add(id);
    // A failure doesn't matter to the visitor.
    call('record_space_visit', { space_id: id }).catch(() => {});
  }, [id, isVisitor]);
}
