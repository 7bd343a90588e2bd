export { isPinOpened, loadOpenedPins } from './card/opened-pins.ts';
export { PostCard } from './card/post-card.tsx';
export {
  checkPost,
  getTitle,
  type PostProblems,
  type PostValues,
  withoutChanged,
} from './fields/post-check.ts';
export { PostFields } from './fields/post-fields.tsx';
export { findHighlight } from './find-highlight.ts';
export { PostScreen } from './post-screen.tsx';
export { loadPost } from './posts.api.ts';
export { postEntity } from './posts.entity.ts';
export { applyToPost, onPostChange } from './posts.live.ts';
