import { AppError } from '#server/platform/errors.ts';
import { type ReadableFile, readVideoSeconds } from '#server/platform/files/video-length.ts';

/** The accepted formats by what their first bytes say, and the type under which they are stored. */
const formats: Record<string, string> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
  'video/matroska': 'video/webm',
  'video/vnd.avi': 'video/x-msvideo',
  'video/avi': 'video/x-msvideo',
};
const signatureLength = 64 * 1024;
const mostBoxes = 100_000;

/**
 * Returns the MIME type of a video by its content, and its duration in seconds if the file states it. Its name says nothing. The container must fill the file exactly, so that
 * nothing else is hidden behind it.
 * @throws AppError `file_not_a_video`, `unsupported_video_format` for videos of other formats, `file_unreadable`
 */
export async function requireVideo(
  file: ReadableFile,
): Promise<{ mime_type: string; duration: number | null }> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(await file.readAt(0, signatureLength)).catch(() => undefined);
  const mimeType = found && formats[found.mime];
  if (!mimeType)
    throw new AppError(found?.mime.startsWith('video/') ? 'unsupported_video_format' : 'file_not_a_video');
  const isWhole = mimeType === 'video/webm' ? isWebm : mimeType === 'video/x-msvideo' ? isAvi : isMp4;
  if (!(await isWhole(file))) throw new AppError('file_unreadable');
  const seconds = mimeType === 'video/x-msvideo' ? null : await readVideoSeconds(file, mimeType);
  const isStated = seconds !== null && Number.isFinite(seconds) && seconds > 0;
  return { mime_type: mimeType, duration: isStated ? seconds : null };
}

/** Whether the boxes of an MP4 or MOV file follow each other to its end, and one of them describes the movie. */
async function isMp4(file: ReadableFile): Promise<boolean> {
  let [at, hasMovie, hasData] = [0, false, false];
  for (let count = 0; at < file.size; count += 1) {
    const head = await file.readAt(at, 16);
    if (head.length < 8 || count === mostBoxes) return false;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return false;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? file.size - at : short;
    const name = head.toString('latin1', 4, 8);
    if (size < (short === 1 ? 16 : 8) || size > file.size - at || !/^[\x20-\x7e\xa9]{4}$/.test(name))
      return false;
    hasMovie ||= name === 'moov';
    hasData ||= name === 'mdat';
    at += size;
  }
  return hasMovie && hasData;
}

/** Whether an AVI file consists of RIFF chunks to its end. */
async function isAvi(file: ReadableFile): Promise<boolean> {
  let at = 0;
  for (let count = 0; at < file.size; count += 1) {
    const head = await file.readAt(at, 12);
    if (count === mostBoxes || head.toString('latin1', 0, 4) !== 'RIFF') return false;
    if (!/^AVI[ X]$/.test(head.toString('latin1', 8, 12))) return false;
    // Chunks are padded to an even length.
    at += 8 + Math.ceil(head.readUInt32LE(4) / 2) * 2;
  }
  // The padding of the last chunk may be missing.
  return at === file.size || at === file.size + 1;
}

/** Reads a variable-length integer of EBML; null if there is none. `null` as its value means unknown. */
function readLength(bytes: Buffer, at: number): { length: number; value: number | null } | null {
  const first = bytes[at];
  if (!first) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = BigInt(first & (0xff >> length));
  for (let index = 1; index < length; index += 1) value = (value << 8n) | BigInt(bytes[at + index] ?? 0);
  const unknown = (1n << BigInt(7 * length)) - 1n;
  return { length, value: value === unknown ? null : Number(value) };
}

/** Whether a WebM file is a header and a segment, which ends with the file unless it was streamed. */
async function isWebm(file: ReadableFile): Promise<boolean> {
  const bytes = await file.readAt(0, 4096);
  const header = readLength(bytes, 4);
  if (header?.value == null) return false;
  const at = 4 + header.length + header.value;
  if (at + 12 > bytes.length || bytes.readUInt32BE(at) !== 0x18538067) return false;
  if (!bytes.subarray(0, at).includes('webm')) return false;
  const segment = readLength(bytes, at + 4);
  if (!segment) return false;
  return segment.value === null || at + 4 + segment.length + segment.value === file.size;
}
