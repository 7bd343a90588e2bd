import sharp from 'sharp';
import { createFileStore } from '#server/platform/files/create-file-store.ts';
import { serverFolder, type World } from './world.ts';

/** The widths that an uploaded photograph of 1,600 pixels is kept in. */
const widths = [480, 960, 1600];
const ratio = 2 / 3;

/** Puts a photograph behind every picture of the generated posts, so that the server sends and the browser decodes real ones. */
export async function storePhotographs(world: World): Promise<void> {
  const files = createFileStore({ s3: null, dataDir: serverFolder(world) });
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
  await world.client.query(`update uploads set variants = $1 where purpose = 'post' and variants <> $1`, [
    JSON.stringify(variants),
  ]);
}
