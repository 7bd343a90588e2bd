export { PictureGrid } from './picture-grid.tsx';
export { PictureImage } from './picture-image.tsx';
export { PictureStrip } from './picture-strip.tsx';
export { acceptedPictures, usePictures } from './use-pictures.ts';
