import { maxVideoSeconds, maxVoiceSeconds } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FileForm, FileKind } from '#server/platform/files/upload-forms.ts';
import { readVideoSeconds } from '#server/platform/files/video-length.ts';
import type { ReceivedFile } from './receive-file.ts';

/** The accepted file types by their first bytes, each with its allowed extensions. */
const binaryKinds: Record<string, { mime_type: string; extensions: string[] }> = {
  'application/pdf': { mime_type: 'application/pdf', extensions: ['pdf'] },
  'application/x-cfb': { mime_type: 'application/msword', extensions: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    mime_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  'video/mp4': { mime_type: 'video/mp4', extensions: ['mp4', 'm4v', 'mov'] },
  'video/x-m4v': { mime_type: 'video/mp4', extensions: ['mp4', 'm4v'] },
  'video/webm': { mime_type: 'video/webm', extensions: ['webm'] },
  'video/matroska': { mime_type: 'video/webm', extensions: ['webm'] },
  'video/quicktime': { mime_type: 'video/quicktime', extensions: ['mov', 'qt', 'mp4'] },
};
/** The accepted types of recordings by their first bytes: browsers put sound alone into the containers of videos. */
const audioKinds: Record<string, string> = {
  'video/webm': 'audio/webm',
  'video/matroska': 'audio/webm',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'video/mp4': 'audio/mp4',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
};
const textKinds: Record<string, string> = { txt: 'text/plain', md: 'text/markdown' };
const malicious = /<\s*\/?\s*script\b|(javascript|vbscript|data)\s*:/i;
const signatureLength = 64 * 1024;

const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

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
 * Returns the MIME type of a received recording.
 * @throws AppError `unsupported_file_type`, `file_too_large` if it is longer than a voice message can be
 */
async function requireRecording(file: ReceivedFile): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(await file.readAt(0, signatureLength)).catch(() => undefined);
  const mimeType = found && audioKinds[found.mime];
  if (!mimeType) throw new AppError('unsupported_file_type');
  if (mimeType !== 'audio/ogg') {
    const seconds = await readVideoSeconds(file, mimeType.replace('audio', 'video'));
    if (seconds !== null && seconds > maxVoiceSeconds + 1) throw new AppError('file_too_large');
  }
  return mimeType;
}

/**
 * Returns the MIME type of a received file. Its content and its extension must agree, unless it is a recording. `maxBytes`
 * has the accepted kinds of files.
 * @throws AppError `unsupported_file_type`, `file_too_large`, `file_malicious`, `video_too_long`
 */
export async function requireFileKind(
  file: ReceivedFile,
  name: string,
  maxBytes: FileForm['max_bytes'],
): Promise<string> {
  if (maxBytes.recording !== undefined) return await requireRecording(file);
  const extension = extensionOf(name);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(await file.readAt(0, signatureLength)).catch(() => undefined);
  const text = textKinds[extension];
  if (text && (!found || found.mime === 'application/xml')) {
    requireAccepted('document', file.size, maxBytes);
    await requireText(file);
    return text;
  }
  const kind = found && binaryKinds[found.mime];
  if (!kind?.extensions.includes(extension)) throw new AppError('unsupported_file_type');
  const isVideo = kind.mime_type.startsWith('video/');
  requireAccepted(isVideo ? 'video' : 'document', file.size, maxBytes);
  if (isVideo) {
    const seconds = await readVideoSeconds(file, kind.mime_type);
    if (seconds !== null && seconds > maxVideoSeconds + 1) throw new AppError('video_too_long');
  }
  return kind.mime_type;
}

function requireAccepted(kind: FileKind, size: number, maxBytes: FileForm['max_bytes']): void {
  const limit = maxBytes[kind];
  if (limit === undefined) throw new AppError('unsupported_file_type');
  if (size > limit) throw new AppError('file_too_large');
}
