import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { lazyInPage } from '#web/lib/loading/lazy-in-page.tsx';
import type { LimitedCategoriesProps } from './limited-categories.tsx';
import { loadLimitedCode } from './load-limited-code.ts';

const module = 'features/feed/limited/limited-code.ts';
/** The lock of a category in the filters of a feed. */
export const categoryLock = lazyInPage(module, async () => (await loadLimitedCode()).CategoryLock);
const load = async () => (await loadLimitedCode()).LimitedCategories;
const forReaders = lazyInPage(module, load);
// Their button must not be there before it can be pressed.
const forEditors = lazyComponent(load);

/** What a feed shows and does for categories with rules. */
export function LimitedSlot(props: LimitedCategoriesProps) {
  const { space, categoryId } = props;
  const canEdit = space.permissions.canEditSpace;
  if (!(canEdit && categoryId) && !space.categories.some(({ is_limited }) => is_limited)) return null;
  if (!canEdit) return <forReaders.Component {...props} />;
  // As high as the button.
  return <forEditors.Component {...props} fallback={categoryId && <div className="h-7" />} />;
}

/** Loads the code of what a feed shows of limited categories, except the button of editors. */
export async function preloadSlots(): Promise<void> {
  await Promise.all([categoryLock.preload(), forReaders.preload()]);
}
