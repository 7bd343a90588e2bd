import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string) => new URL(`media/${name}`, import.meta.url);

/** Returns whether the demo has this file. */
export const hasMedia = (name: string): boolean => existsSync(pathOf(name));

/** Returns the path of a file of the demo. */
export const mediaPath = (name: string): string => fileURLToPath(pathOf(name));

/** Returns the content of a file of the demo, such as `images/sea-1.webp`. */
export const readMedia = (name: string): Readable => createReadStream(pathOf(name));

/** Returns an image of the demo and its file name, to upload. */
export function readImage(image: string): { file_name: string; body: Readable } {
  return { file_name: `${image}.webp`, body: readMedia(`images/${image}.webp`) };
}
