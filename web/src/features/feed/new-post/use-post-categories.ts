import { useQuery } from '@tanstack/react-query';
import type { Lock } from '#contract/features/access/access.ts';
import type { Category, Space } from '#contract/features/spaces/spaces.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';

/** A category that the viewer can't write in. */
export interface ClosedCategory extends Pick<Category, 'id' | 'name' | 'icon'> {
  lock: Lock;
}

interface PostCategories {
  /** The category of a new post until another one is chosen; null if the member must choose. */
  preselected: string | null;
  /** Returns why the viewer can't write in a category; null if they can, or while that isn't known. */
  lockOf: (categoryId: string | null) => Lock | null;
  /** All categories if none is open to the viewer; otherwise null. */
  closed: ClosedCategory[] | null;
}

/** Returns in which categories the viewer can write, for a feed that shows a category, or all. */
export function usePostCategories(
  space: Pick<Space, 'id' | 'categories'>,
  shown: string | undefined,
): PostCategories {
  const { data: limited } = useQuery(categoryLocksQuery(space));
  const { categories } = space;
  const lockOf = (id: string | null) => (id === null ? null : (limited?.get(id)?.lock ?? null));
  const closed = categories.flatMap(({ id, name, icon }) => {
    const lock = lockOf(id);
    return lock ? { id, name, icon, lock } : [];
  });
  const open = categories.filter(({ id }) => !lockOf(id));
  const first = open[0]?.id ?? null;
  const isOnlyOne = open.length === 1 && categories.length > 1;
  const fallback = isOnlyOne ? first : null;
  return {
    preselected: shown === undefined ? fallback : lockOf(shown) ? first : shown,
    lockOf,
    closed: first === null && categories.length > 0 ? closed : null,
  };
}
