import type { ImageFile } from '#contract/features/uploads/uploads.ts';

/** Who shared the images, and when. */
export interface ImageCredit {
  name: string;
  /** ISO 8601. */
  at: string;
}

/** What the viewer needs of an image. */
export type ViewerImage = Omit<ImageFile, 'kind'>;
