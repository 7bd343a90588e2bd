export { type DiscoverSearch, discoverPages, toDiscoverSearch } from './discover.api.ts';
export { DiscoverList } from './discover-list.tsx';
export { TopicChips } from './topic-chips.tsx';
