import type { QueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';
import { lazyInPage } from '#web/lib/loading/lazy-in-page.tsx';
import type { FeedSearch } from '../feed.api.ts';

/** The lock of a category in the filters of a feed. */
export const categoryLock = lazyInPage(async () => (await import('./category-lock.tsx')).CategoryLock);
/** What a feed shows and does for categories with rules. */
export const limitedCategories = lazyInPage(
  async () => (await import('./limited-categories.tsx')).LimitedCategories,
);

/** Whether a category, or any of them, has rules. */
export const isLimited = ({ categories }: Pick<Space, 'categories'>, id?: string): boolean =>
  categories.some((one) => one.is_limited && (id === undefined || one.id === id));

/** Whether a feed shows locks or, for editors, the button with which they are set. */
export const needsLocks = (space: Space, { category }: FeedSearch): boolean =>
  isLimited(space) || (space.permissions.canEditSpace && category !== undefined);

const onServer = typeof window === 'undefined';

/** Loads what a feed needs for categories with rules, so that its locks are part of the page. Requests nothing where none has rules. */
export async function loadLimited(
  client: QueryClient,
  space: Space | undefined,
  search: FeedSearch,
): Promise<void> {
  if (!space || !needsLocks(space, search)) return;
  const locks = isLimited(space) ? client.prefetchQuery(categoryLocksQuery(space.id)) : undefined;
  await Promise.all([
    limitedCategories.preload(),
    isLimited(space) ? categoryLock.preload() : undefined,
    onServer ? locks : undefined,
  ]);
}
