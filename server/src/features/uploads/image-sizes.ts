import type { UploadPurpose } from './uploads.policy.ts';

/**
 * A size to create, in pixels. With `crop` the image fills it exactly; otherwise it keeps its aspect ratio and
 * `height` follows.
 */
export interface ImageSize {
  width: number;
  height?: number;
  crop: boolean;
}

const photoWidths = [480, 960, 1920];
const coverRatio = 576 / 1084;

/** Purposes with a fixed shape on screens. Every image gets all of their widths, enlarged if needed. */
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

/**
 * Returns whether animations are kept. Avatars, icons and covers don't move, since they appear everywhere on a page.
 */
export function preservesAnimation(purpose: UploadPurpose): boolean {
  return !fixedSizes[purpose];
}

/** Returns the sizes in which an image of this width is stored, smallest first. Photos are never enlarged. */
export function sizesOf(purpose: UploadPurpose, width: number): ImageSize[] {
  const fixed = fixedSizes[purpose];
  if (fixed) return fixed;
  const largest = Math.min(width, photoWidths.at(-1) ?? width);
  // A size that saves less than a tenth of the width isn't worth a file.
  const steps = photoWidths.filter((step) => step * 1.1 < largest);
  return [...steps, largest].map((step) => ({ width: step, crop: false }));
}
