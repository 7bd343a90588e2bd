export { preloadPhotoDialog, usePhotoDialog } from './use-photo-dialog.tsx';
