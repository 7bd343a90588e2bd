export { LikeButton } from './like-button.tsx';
export { LikersButton } from './likers-button.tsx';
export { isLikeUnderWay } from './state-like.ts';
