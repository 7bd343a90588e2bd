export { PictureGrid } from './picture-grid.tsx';
export { PictureStrip } from './picture-strip.tsx';
export { uploadFile } from './upload-file.ts';
export { acceptedPictures, usePictures } from './use-pictures.ts';
