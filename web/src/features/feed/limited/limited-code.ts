// What only spaces with limited categories load, in one script.
export { CategoryLock } from './category-lock.tsx';
export { LimitedCategories } from './limited-categories.tsx';
export { prefetchLimited } from './prefetch-limited.ts';
export { recheckPost } from './recheck-post.ts';
export { reloadFeeds, reloadIfLimited } from './reload-feeds.ts';
