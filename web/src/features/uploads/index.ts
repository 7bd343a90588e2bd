export { AttachedThing } from './attached-thing.tsx';
export { AttachmentStrip } from './attachment-strip.tsx';
export { FileList } from './file-list.tsx';
export { PictureGrid } from './picture-grid.tsx';
export { PictureImage } from './picture-image.tsx';
export { uploadFilm, uploadPicture } from './upload-file.ts';
export { acceptedFiles, acceptedPictures, useAttachments } from './use-attachments.ts';
