export { loadFeed, toFeedSearch } from './feed.api.ts';
export { FeedScreen } from './feed-screen.tsx';
export { loadLimited } from './limited/limited-slots.tsx';
export { MoreInCategory, postsOfCategoryQuery } from './more-in-category.tsx';
