export { AttachmentStrip } from './attachment-strip.tsx';
export { FileList } from './file-list.tsx';
export { PictureGrid } from './picture-grid.tsx';
export { acceptedFiles, useAttachments } from './use-attachments.ts';
