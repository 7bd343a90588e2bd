import { maxFileBytes, maxVoiceBytes } from '#contract/values/limits.ts';

/**
 * A size to create, in pixels. With `crop` the image fills it exactly; otherwise it keeps its aspect ratio and
 * `height` follows.
 */
export interface ImageSize {
  width: number;
  height?: number;
  crop: boolean;
}

/** An image that is stored re-encoded. */
export interface ImageForm {
  kind: 'image';
  /** Size of the largest accepted image, in bytes. */
  max_bytes: number;
  /** Returns the sizes in which an image of this width is stored, smallest first. */
  sizesOf: (width: number) => ImageSize[];
  /** Whether animations are kept. */
  is_animated: boolean;
}

export type FileKind = 'document' | 'video' | 'recording';

/** A file that is stored unchanged. */
export interface FileForm {
  kind: 'file';
  /** The accepted kinds of files, each with the size of the largest one, in bytes. */
  max_bytes: { readonly [Kind in FileKind]?: number };
}

/** How the uploads for a purpose are stored. */
export type UploadForm = ImageForm | FileForm;

const photoWidths = [480, 960, 1920];

/** A photo in a text: in the widths that screens need, never enlarged. */
export const photo: ImageForm = {
  kind: 'image',
  max_bytes: maxFileBytes.image,
  is_animated: true,
  sizesOf: (width) => {
    const largest = Math.min(width, photoWidths.at(-1) ?? width);
    // A size that saves less than a tenth of the width isn't worth a file.
    const steps = photoWidths.filter((step) => step * 1.1 < largest);
    return [...steps, largest].map((step) => ({ width: step, crop: false }));
  },
};

/**
 * Returns the form of images with a fixed shape on screens: all get these widths, enlarged if needed. They don't move,
 * since they appear everywhere on a page. `ratio` is the height divided by the width.
 */
export const cropped = (widths: readonly number[], ratio = 1): ImageForm => ({
  ...photo,
  is_animated: false,
  sizesOf: () => widths.map((width) => ({ width, height: Math.round(width * ratio), crop: true })),
});

/** A document or video that is attached to a text. */
export const attachedFile: FileForm = {
  kind: 'file',
  max_bytes: { document: maxFileBytes.document, video: maxFileBytes.video },
};

/** A document. */
export const documentFile: FileForm = { kind: 'file', max_bytes: { document: maxFileBytes.document } };

/** A video. */
export const videoFile: FileForm = { kind: 'file', max_bytes: { video: maxFileBytes.video } };

/** A recorded voice. */
export const voiceRecording: FileForm = { kind: 'file', max_bytes: { recording: maxVoiceBytes } };
