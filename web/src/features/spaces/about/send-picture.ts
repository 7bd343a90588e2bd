import { NetworkError, toApiError, toRequest } from '#web/lib/api-client.ts';
import type { SentPicture } from './about-edits.ts';

export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp';
/** Bytes that the server takes at most. */
export const largestPicture = 10 * 1024 * 1024;
const sendTimeout = 5 * 60_000;

/**
 * Stores a picture for a space's front page; it shows once it is saved. The server crops it.
 * @throws ApiError when the server refuses it, NetworkError when it cannot be reached.
 */
export async function sendPicture(
  file: File,
  spaceId: string,
  purpose: 'space_icon' | 'space_cover' | 'space_intro',
): Promise<SentPicture> {
  const file_name = file.name.slice(0, 255) || 'picture';
  const { method, url } = toRequest('upload_file', { purpose, space_id: spaceId, file_name });
  const answer = await fetch(url, {
    method,
    body: file,
    headers: { accept: 'application/json', 'content-type': file.type || 'application/octet-stream' },
    signal: AbortSignal.timeout(sendTimeout),
  }).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  const body = (await answer.json().catch(() => null)) as { upload?: { id: string; url: string } } | null;
  if (!answer.ok || !body?.upload) throw toApiError(answer.status, body);
  return { upload_id: body.upload.id, url: body.upload.url };
}
