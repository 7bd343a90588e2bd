export { loadFeed, loadPost, toFeedSearch } from './feed.api.ts';
export { FeedScreen } from './feed-screen.tsx';
export { PostScreen } from './post-screen.tsx';
