export { loadFeed, loadPost, toFeedSearch } from './feed.api.ts';
export { FeedScreen } from './feed-screen.tsx';
export { findHighlight } from './find-highlight.ts';
export { PostScreen } from './post-screen.tsx';
