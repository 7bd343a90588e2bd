import sharp from 'sharp';
import { createFileStore } from '#server/platform/files/create-file-store.ts';
import { type BenchDatabase, serverFolder } from './bench-database.ts';

/** The widths in which an uploaded photo of 1,600 pixels is stored. */
const widths = [480, 960, 1600];
const ratio = 2 / 3;

/**
 * Stores a photo for every image of the generated posts, so that the server sends and the browser decodes real images.
 */
export async function storePhotographs(database: BenchDatabase): Promise<void> {
  const files = createFileStore({ s3: null, dataDir: serverFolder(database) });
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const variants = await Promise.all(
    widths.map(async (width) => {
      const height = Math.round(width * ratio);
      const body = await sharp({ create: { width, height, channels: 3, background: '#7a8a6e', noise } })
        .blur(3)
        .webp({ quality: 80 })
        .toBuffer();
      const key = `photographs/${width}.webp`;
      await files.put(key, body, 'image/webp');
      return { key, width, height, byte_size: body.length };
    }),
  );
  await database.client.query(`update uploads set variants = $1 where purpose = 'post' and variants <> $1`, [
    JSON.stringify(variants),
  ]);
}
