export { CommentSection } from './comment-section.tsx';
export { type CommentSearch, loadComments, toCommentSearch } from './comments.api.ts';
