import { Readable } from 'node:stream';
import type { filePurposes, uploadPurposes } from '#contract/features/uploads/uploads.ts';
import { storeFile, storeUpload } from '#server/features/uploads/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { DemoFile } from './content/specials.ts';
import { readImage, readMedia } from './media.ts';

type AttachmentTarget = 'post' | 'comment';
type Purposes = {
  [P in AttachmentTarget]: { file: (typeof filePurposes)[number]; image: (typeof uploadPurposes)[number] };
};
const purposes: Purposes = {
  post: { file: 'post_file', image: 'post_image' },
  comment: { file: 'comment_file', image: 'comment_image' },
};

function read(file: DemoFile): Readable {
  if ('text' in file) return Readable.from([Buffer.from(file.text)]);
  return 'image' in file ? readImage(file.image).body : readMedia(file.media);
}

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
    const sent = { ...who, file_name: file.file_name, body: read(file) };
    const stored = await withFrozenTime(Math.round(at), () =>
      'image' in file
        ? storeUpload(platform, { ...sent, purpose: purposes[target].image })
        : storeFile(platform, { ...sent, purpose: purposes[target].file }),
    );
    ids.push(stored.id);
  }
  return ids;
}
