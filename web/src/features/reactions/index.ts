export { likersDialog } from './lazy-likers-dialog.ts';
export { LikeButton } from './like-button.tsx';
export { LikersButton } from './likers-button.tsx';
export { isLikePending } from './set-like.ts';
