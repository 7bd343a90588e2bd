export { loadFeed, toFeedSearch } from './feed.api.ts';
export { FeedScreen } from './feed-screen.tsx';
export { loadLimited } from './limited/load-limited.ts';
export { MoreInCategory, postsOfCategoryQuery } from './more-in-category.tsx';
