export { AttachmentStrip, AttachmentStrip as PictureStrip } from './attachment-strip.tsx';
export { FileList } from './file-list.tsx';
export { PictureGrid } from './picture-grid.tsx';
export { PictureImage } from './picture-image.tsx';
export { uploadFilm, uploadPicture } from './upload-file.ts';
export { acceptedFiles, acceptedPictures, useAttachments } from './use-attachments.ts';
export { usePictures } from './use-pictures.ts';
