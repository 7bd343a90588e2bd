import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ErrorBody } from '#contract/errors.ts';
import type { ImageFile, uploadPurposes } from '#contract/features/uploads/uploads.ts';
import type { TestClient } from '../client.ts';

type Purpose = (typeof uploadPurposes)[number];

/** Creates a plain image of this size in any format. */
export function newUploadedImage(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
  color = '#336699',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();
}

/** Creates a noisy JPEG like a photograph, which compression makes smaller. */
export function newPhoto(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
}

/** Creates an animated GIF in which every frame has another color. */
export async function newAnimation(width: number, height: number, frames: number): Promise<Buffer> {
  const colors = Array.from({ length: frames }, (_, n) => ({ r: (n * 40) % 256, g: n % 256, b: 90 }));
  const images = await Promise.all(
    colors.map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return await sharp(images, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
}

/** Creates a GIF bomb: `frames` one-pixel frames on a canvas of this size, in few bytes. */
export function newFrameBomb(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const palette = [0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from(palette),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

/** Creates a PNG of a few bytes whose header declares this many pixels. */
export function newPixelBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const typeAndData = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(typeAndData), 4);
    return Buffer.concat([frame.subarray(0, 4), typeAndData, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c63000000010001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Uploads an image as the web app does. Returns the status with either an upload or an error. */
export async function sendImage(
  client: TestClient,
  input: { purpose: Purpose; space_id?: string; file_name?: string },
  bytes: Buffer | string,
): Promise<{
  status: number;
  upload: ImageFile | undefined;
  code: string | undefined;
  message: string | undefined;
}> {
  const query = new URLSearchParams({ file_name: 'image.png', ...input });
  const response = await client.fetch(`/api/uploads?${query}`, {
    method: 'POST',
    body: bytes as string,
    headers: { 'content-type': 'image/png' },
  });
  const body = (await response.json()) as { upload?: ImageFile } & Partial<ErrorBody>;
  return {
    status: response.status,
    upload: body.upload,
    code: body.error?.code,
    message: body.error?.message,
  };
}

/** Uploads an image and throws if it is rejected. */
export async function newUpload(
  client: TestClient,
  input: { purpose: Purpose; space_id?: string; file_name?: string },
  bytes?: Buffer,
): Promise<ImageFile> {
  const response = await sendImage(client, input, bytes ?? (await newUploadedImage(600, 400)));
  if (!response.upload) throw new Error(`the upload was rejected: ${response.code}`);
  return response.upload;
}
