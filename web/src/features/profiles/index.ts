export { FollowButton } from './follows/follow-button.tsx';
export { FollowTotals } from './follows/follow-totals.tsx';
export { useFollow } from './follows/use-follow.ts';
export { preloadPhotoDialog, usePhotoDialog } from './use-photo-dialog.tsx';
