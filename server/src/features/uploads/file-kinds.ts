import { maxFileBytes, maxVideoSeconds } from '#contract/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { ReceivedFile } from './receive-file.ts';
import { readVideoSeconds } from './video-length.ts';

/** What the first bytes may say a file is (document 3, "Uploads"), with the endings that such a file may have. */
const binaryKinds: Record<string, { mime_type: string; endings: string[] }> = {
  'application/pdf': { mime_type: 'application/pdf', endings: ['pdf'] },
  'application/x-cfb': { mime_type: 'application/msword', endings: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    mime_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  'video/mp4': { mime_type: 'video/mp4', endings: ['mp4', 'm4v', 'mov'] },
  'video/x-m4v': { mime_type: 'video/mp4', endings: ['mp4', 'm4v'] },
  'video/webm': { mime_type: 'video/webm', endings: ['webm'] },
  'video/matroska': { mime_type: 'video/webm', endings: ['webm'] },
  'video/quicktime': { mime_type: 'video/quicktime', endings: ['mov', 'qt', 'mp4'] },
};
const textKinds: Record<string, string> = { txt: 'text/plain', md: 'text/markdown' };
const malicious = /<\s*\/?\s*script\b|(javascript|vbscript|data)\s*:/i;
const signatureLength = 64 * 1024;

const endingOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

async function requireText(file: ReceivedFile): Promise<void> {
  const bytes = await file.read();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('unsupported_file_type', null, { cause });
  }
  if (text.includes('\0')) throw new AppError('unsupported_file_type');
  if (malicious.test(text)) throw new AppError('file_malicious');
}

/**
 * What a received file really is: its bytes and its ending must agree.
 * @throws AppError `unsupported_file_type`, `file_too_large`, `file_malicious`, `video_too_long`
 */
export async function requireFileKind(file: ReceivedFile, name: string): Promise<string> {
  const ending = endingOf(name);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(await file.readAt(0, signatureLength)).catch(() => undefined);
  const text = textKinds[ending];
  if (text && (!found || found.mime === 'application/xml')) {
    if (file.size > maxFileBytes.document) throw new AppError('file_too_large');
    await requireText(file);
    return text;
  }
  const kind = found && binaryKinds[found.mime];
  if (!kind?.endings.includes(ending)) throw new AppError('unsupported_file_type');
  const isVideo = kind.mime_type.startsWith('video/');
  if (!isVideo && file.size > maxFileBytes.document) throw new AppError('file_too_large');
  if (isVideo) {
    const seconds = await readVideoSeconds(file, kind.mime_type);
    if (seconds !== null && seconds > maxVideoSeconds + 1) throw new AppError('video_too_long');
  }
  return kind.mime_type;
}
