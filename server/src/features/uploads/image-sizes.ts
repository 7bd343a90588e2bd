import type { UploadPurpose } from './uploads.policy.ts';

/** One size to make, in pixels. With `crop` the picture fills it exactly; else its shape is kept and `height` follows. */
export interface ImageSize {
  width: number;
  height?: number;
  crop: boolean;
}

const photoWidths = [480, 960, 1920];
const coverRatio = 576 / 1084;

/** Shapes that stand at fixed places on screens; all of their widths exist for every picture, enlarged where needed. */
const fixedSizes: Partial<Record<UploadPurpose, ImageSize[]>> = {
  avatar: [48, 96, 192].map((width) => ({ width, height: width, crop: true })),
  space_icon: [96, 192].map((width) => ({ width, height: width, crop: true })),
  space_cover: [542, 1084, 2168].map((width) => ({
    width,
    height: Math.round(width * coverRatio),
    crop: true,
  })),
  link_image: [160, 320, 640].map((width) => ({ width, height: width, crop: true })),
};

/** Whether movement is kept. Faces, icons and covers stand still: they are everywhere on a page. */
export function preservesAnimation(purpose: UploadPurpose): boolean {
  return !fixedSizes[purpose];
}

/** The sizes that a picture of this width is stored in, smallest first. Photographs are never enlarged. */
export function sizesOf(purpose: UploadPurpose, width: number): ImageSize[] {
  const fixed = fixedSizes[purpose];
  if (fixed) return fixed;
  const largest = Math.min(width, photoWidths.at(-1) ?? width);
  // A step that saves less than a tenth of the width is not worth a file.
  const steps = photoWidths.filter((step) => step * 1.1 < largest);
  return [...steps, largest].map((each) => ({ width: each, crop: false }));
}
