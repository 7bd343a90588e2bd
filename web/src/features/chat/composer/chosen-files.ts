import { t } from '#contract/i18n/translate.ts';
import { maxAttachments, maxFileBytes } from '#contract/values/limits.ts';
import { accepted } from '#web/features/uploads/index.ts';
import { sortFiles } from '#web/ui/fields/accept-files.ts';
import type { UnsentFile } from './message-outbox.ts';

function kindOf({ type, name }: File): UnsentFile['kind'] {
  if (['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(type)) return 'image';
  return /\.(mp4|m4v|webm|mov)$/i.test(name) ? 'video' : 'document';
}

/** Returns the size of an image, so that its place is right before it is uploaded. */
async function measureImage(file: File): Promise<UnsentFile['size']> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

async function toUnsentFile(file: File): Promise<UnsentFile> {
  const kind = kindOf(file);
  const size = kind === 'image' ? await measureImage(file) : undefined;
  return { name: file.name.slice(-255) || t('File'), file, kind, upload_id: null, ...(size && { size }) };
}

/** Separates the files that a message can have from those that the server would reject, with a message for each. */
export async function chooseFiles(
  chosen: readonly File[],
  present: number,
): Promise<{ files: UnsentFile[]; messages: string[] }> {
  const { taken, rejected } = sortFiles(chosen, { accept: accepted.all, room: maxAttachments - present });
  const messages = rejected.map(({ message }) => message);
  const fitting = taken.filter((file) => {
    const sorted = sortFiles([file], { maxSize: maxFileBytes[kindOf(file)] });
    messages.push(...sorted.rejected.map(({ message }) => message));
    return sorted.taken.length > 0;
  });
  return { files: await Promise.all(fitting.map(toUnsentFile)), messages };
}
