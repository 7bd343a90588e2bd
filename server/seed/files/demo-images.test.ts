import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { mediaPath } from './media.ts';
import { type DemoImage, demoImagesFile } from './store-image.ts';

const images = JSON.parse(readFileSync(demoImagesFile, 'utf8')) as Record<string, DemoImage>;
const files = ['avatars', 'images', 'spaces'].flatMap((folder) =>
  readdirSync(mediaPath(folder)).map((file) => `${folder}/${file}`),
);

it('Each image of the demo is the one whose sizes were made', async () => {
  const originals = files.filter((file) => !/\.\d+x\d+\.webp$/.test(file));
  expect(originals.map((file) => file.replace(/\.webp$/, '')).sort()).toEqual(Object.keys(images).sort());
  for (const file of originals) {
    const { width, height } = await sharp(mediaPath(file)).metadata();
    const hash = createHash('sha256')
      .update(readFileSync(mediaPath(file)))
      .digest('hex');
    expect(images[file.replace(/\.webp$/, '')], file).toMatchObject({ width, height, hash });
  }
});

it('Each of its sizes has the size that its name says', async () => {
  for (const file of files) {
    const [, width, height] = /\.(\d+)x(\d+)\.webp$/.exec(file) ?? [];
    if (!width) continue;
    const found = await sharp(mediaPath(file)).metadata();
    expect(`${found.width}x${found.height}`, file).toBe(`${width}x${height}`);
  }
});
