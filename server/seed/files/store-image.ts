import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { UploadRow } from '#server/features/uploads/index.ts';
import { storeUpload } from '#server/features/uploads/index.ts';
import type { ImageSize } from '#server/platform/files/upload-forms.ts';
import { requireUploadForm } from '#server/platform/files/upload-uses.ts';
import type { Platform } from '#server/platform/platform.ts';
import { mediaPath } from './media.ts';

/** What is known of an image of the demo without decoding it. */
export interface DemoImage {
  width: number;
  height: number;
  /** Average color as #rrggbb. */
  color: string;
  /** The SHA-256 hash of its file. */
  hash: string;
}

/** The images of the demo by their names, such as `images/sea-1`. Written by tools/generate/generate-demo-images.ts. */
export const demoImagesFile = mediaPath('images.json');

let known: Record<string, DemoImage> | null = null;

/** Returns the size in pixels in which an image is stored, for a size of an upload form. */
function storedSize(
  { width, height }: Pick<DemoImage, 'width' | 'height'>,
  size: ImageSize,
): { width: number; height: number } {
  return { width: size.width, height: size.height ?? Math.round((height * size.width) / width) };
}

/** Returns the file of an image in this size: the image itself, if it has that size. */
export function fileOfSize(
  name: string,
  image: Pick<DemoImage, 'width' | 'height'>,
  size: ImageSize,
): string {
  const { width, height } = storedSize(image, size);
  const isItself = width === image.width && height === image.height;
  return mediaPath(isItself ? `${name}.webp` : `${name}.${width}x${height}.webp`);
}

/**
 * Stores an image of the demo, such as `images/sea-1`, in the sizes that have been made before: making them took a
 * fifth of the processor time of filling the demo.
 */
export async function storeDemoImage(
  platform: Platform,
  by: Pick<Parameters<typeof storeUpload>[1], 'user_id' | 'space_id' | 'purpose'>,
  name: string,
  file_name = `${basename(name)}.webp`,
): Promise<UploadRow> {
  known ??= JSON.parse(readFileSync(demoImagesFile, 'utf8')) as Record<string, DemoImage>;
  const image = known[name];
  if (!image) throw new Error(`The image ${name} isn't in ${demoImagesFile}`);
  const form = requireUploadForm(platform.uploadUses, by.purpose, 'image');
  const variants = await Promise.all(
    form.sizesOf(image.width).map(async (size) => ({
      ...storedSize(image, size),
      body: await readFile(fileOfSize(name, image, size)),
    })),
  );
  const prepared = { mime_type: 'image/webp', color: image.color, variants };
  return await storeUpload(platform, { ...by, file_name, prepared });
}
