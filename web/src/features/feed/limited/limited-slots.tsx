import type { QueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { lazyInPage } from '#web/lib/loading/lazy-in-page.tsx';
import type { FeedSearch } from '../feed.api.ts';
import type { LimitedCategoriesProps } from './limited-categories.tsx';

/** Loads what only spaces with limited categories need. */
export const loadLimitedCode = () => import('./limited-code.ts');

/** The lock of a category in the filters of a feed. */
export const categoryLock = lazyInPage(async () => (await loadLimitedCode()).CategoryLock);
const load = async () => (await loadLimitedCode()).LimitedCategories;
const forReaders = lazyInPage(load);
// Their button must not be there before it can be pressed.
const forEditors = lazyComponent(load);

/** What a feed shows and does for categories with rules. */
export function LimitedSlot(props: LimitedCategoriesProps) {
  const { space, categoryId } = props;
  if (!needsLocks(space, { category: categoryId })) return null;
  if (!space.permissions.canEditSpace) return <forReaders.Component {...props} />;
  // As high as the button.
  return <forEditors.Component {...props} fallback={categoryId && <div className="h-7" />} />;
}

/** Whether a category, or any of them, has rules. */
export const isLimited = ({ categories }: Pick<Space, 'categories'>, id?: string): boolean =>
  categories.some((one) => one.is_limited && (id === undefined || one.id === id));

/** Whether a feed shows locks or, for editors, the button with which they are set. */
const needsLocks = (space: Space, { category }: FeedSearch): boolean =>
  isLimited(space) || (space.permissions.canEditSpace && category !== undefined);

/** Loads what a feed needs for categories with rules, so that its locks are part of the page. Loads nothing where none has rules. */
export async function loadLimited(
  client: QueryClient,
  space: Space | undefined,
  search: FeedSearch,
): Promise<void> {
  if (!space || !needsLocks(space, search)) return;
  const { prefetchLimited } = await loadLimitedCode();
  const slots = space.permissions.canEditSpace ? [categoryLock] : [categoryLock, forReaders];
  await prefetchLimited(client, space, slots);
}
