export { loadFeed, loadPost } from './feed.api.ts';
export { FeedScreen } from './feed-screen.tsx';
export { PostScreen } from './post-screen.tsx';
