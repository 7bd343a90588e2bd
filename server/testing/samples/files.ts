import type { filePurposes, StoredFile } from '#contract/features/uploads/uploads.ts';
import type { TestClient } from '../client.ts';

/** Builds a box of an MP4. */
export function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Builds an MP4 of the given duration that contains no frames. */
export function newVideo(seconds: number): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  header.writeUInt32BE(seconds * 1_000, 16);
  const type = Buffer.from('isom\0\0\0\0isommp42', 'latin1');
  return Buffer.concat([box('ftyp', type), box('free', Buffer.alloc(40)), box('moov', box('mvhd', header))]);
}

export const newPdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF';

/** Builds a recording of the given duration that contains no sound. */
export const voiceSample = (seconds = 3): Buffer => newVideo(seconds);

/** Uploads a document or video as the web app does. */
export function sendFile(
  client: TestClient,
  input: { purpose: (typeof filePurposes)[number]; space_id?: string; file_name: string },
  body: Buffer | string,
): Promise<Response> {
  return client.fetch(`/api/uploads/files?${new URLSearchParams(input)}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** Uploads a document or video and throws if it is rejected. */
export async function newFile(...args: Parameters<typeof sendFile>): Promise<StoredFile> {
  const response = await sendFile(...args);
  const json = (await response.json()) as { file?: StoredFile };
  if (!json.file) throw new Error(`the file was rejected: ${JSON.stringify(json)}`);
  return json.file;
}
