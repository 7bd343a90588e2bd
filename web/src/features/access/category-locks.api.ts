import type { AccessSettings, Lock } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** A category with rules: why the viewer can't open it, if they can't, and for editors its rules. */
export interface LimitedCategory {
  lock: Lock | null;
  access: AccessSettings | null;
}

/** The categories of a space that have rules, by id. Requests nothing if there are none. */
export const categoryLocksQuery = ({ id, categories }: Pick<Space, 'id' | 'categories'>) => ({
  ...apiQuery('list_category_locks', { space_id: id }, (output) => output.categories),
  enabled: categories.some(({ is_limited }) => is_limited),
  select: (limited: (LimitedCategory & { category_id: string })[]): ReadonlyMap<string, LimitedCategory> =>
    new Map(limited.map((one) => [one.category_id, one])),
});
