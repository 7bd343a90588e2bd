import { FeedSkeleton } from './feed-skeleton.tsx';

export const title = 'Feed: loading';

export const states = { Loading: () => <FeedSkeleton count={2} /> };
