export { LikeButton } from './like-button.tsx';
export { LikersButton } from './likers-button.tsx';
export { loadLikersDialog } from './load-likers-dialog.ts';
export { isLikePending } from './set-like.ts';
