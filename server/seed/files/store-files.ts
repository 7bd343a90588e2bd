import { Readable } from 'node:stream';
import type { filePurposes, uploadPurposes } from '#contract/features/uploads/uploads.ts';
import { storeFile } from '#server/features/uploads/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { DemoFile } from '../content/specials.ts';
import { readMedia } from './media.ts';
import { storeDemoImage } from './store-image.ts';

type AttachmentTarget = 'post' | 'comment';
type Purposes = {
  [P in AttachmentTarget]: { file: (typeof filePurposes)[number]; image: (typeof uploadPurposes)[number] };
};
const purposes: Purposes = {
  post: { file: 'post_file', image: 'post_image' },
  comment: { file: 'comment_file', image: 'comment_image' },
};

const read = (file: Exclude<DemoFile, { image: string }>): Readable =>
  'text' in file ? Readable.from([Buffer.from(file.text)]) : readMedia(file.media);

/** Stores files as uploads of their author. Returns their ids in order. */
export async function storeDemoFiles(
  platform: Platform,
  by: { user_id: string; space_id: string; at: number },
  target: AttachmentTarget,
  files: readonly DemoFile[],
): Promise<string[]> {
  const { at, ...who } = by;
  const ids: string[] = [];
  for (const file of files) {
    const { file_name } = file;
    const purpose = purposes[target];
    const stored = await withFrozenTime(Math.round(at), () =>
      'image' in file
        ? storeDemoImage(platform, { ...who, purpose: purpose.image }, `images/${file.image}`, file_name)
        : storeFile(platform, { ...who, purpose: purpose.file, file_name, body: read(file) }),
    );
    ids.push(stored.id);
  }
  return ids;
}
