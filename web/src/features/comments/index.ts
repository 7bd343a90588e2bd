export { CommentSection } from './comment-section.tsx';
export { loadComments } from './comments.api.ts';
