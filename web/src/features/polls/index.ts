export { PollView } from './poll-view.tsx';
