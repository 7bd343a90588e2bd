export { CommentSection } from './comment-section.tsx';
export {
  type CommentSearch,
  commentPages,
  loadComments,
  toCommentSearch,
  toCommentView,
} from './comments.api.ts';
export { OrderLink } from './order-link.tsx';
