export { CommentSection } from './comment-section.tsx';
export { commentPages, loadComments } from './comments.api.ts';
