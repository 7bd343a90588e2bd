export { AttachmentStrip } from './attachment-strip.tsx';
export { AttachmentView } from './attachment-view.tsx';
export { deleteUpload } from './delete-upload.ts';
export { FileList } from './file-list.tsx';
export { ImageGrid } from './image-grid.tsx';
export { ResponsiveImage } from './responsive-image.tsx';
export { uploadImage, uploadVideo } from './upload-file.ts';
export { type Attachments, acceptedFiles, acceptedImages, useAttachments } from './use-attachments.ts';
export { useSingleUpload } from './use-single-upload.ts';
