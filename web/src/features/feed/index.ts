export { loadFeed, toFeedSearch } from './feed.api.ts';
export { FeedScreen } from './feed-screen.tsx';
