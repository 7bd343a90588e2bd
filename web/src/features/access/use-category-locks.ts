import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccessSettings, Lock } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** A category with rules: why the viewer can't open it, if they can't, and for editors its rules. */
export interface LimitedCategory {
  lock: Lock | null;
  access: AccessSettings | null;
}

/** The categories of a space that have rules, with why the viewer can't open them. */
export const categoryLocksQuery = (space_id: string) =>
  apiQuery('list_category_locks', { space_id }, (output) => output);

/** The categories of a space that have rules, by id. Requests nothing if there are none. */
export function useCategoryLocks({
  id,
  categories,
}: Pick<Space, 'id' | 'categories'>): ReadonlyMap<string, LimitedCategory> {
  const { data } = useQuery({
    ...categoryLocksQuery(id),
    enabled: categories.some(({ is_limited }) => is_limited),
  });
  return useMemo(() => new Map(data?.categories.map((one) => [one.category_id, one])), [data]);
}
