// What only spaces with limited categories load, in one script.
export { CategoryLock } from './category-lock.tsx';
export { LimitedCategories } from './limited-categories.tsx';
export { reloadAfterLevel, reloadFeeds } from './reload-feeds.ts';
