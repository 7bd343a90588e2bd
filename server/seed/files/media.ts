import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The folder with the files of the demo. */
const mediaFolder = fileURLToPath(new URL('../media/', import.meta.url));

/** Returns the path of a file of the demo. */
export const mediaPath = (name: string): string => `${mediaFolder}${name}`;

/** Returns whether the demo has this file. */
export const hasMedia = (name: string): boolean => existsSync(mediaPath(name));

/** Returns the content of a file of the demo, such as `files/two-small-tins.pdf`. */
export const readMedia = (name: string): Readable => createReadStream(mediaPath(name));
