/*
 * Makes the sizes in which the images of the demo are stored, and describes the images, so that the first start doesn't have
 * to. Run it after a change of an image or of the sizes of an upload form: node tools/generate/generate-demo-images.ts
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { linkedPages } from '#seed/content/linked-pages.ts';
import { mediaPath } from '#seed/files/media.ts';
import { type DemoImage, demoImagesFile, fileOfSize } from '#seed/files/store-image.ts';
import { features } from '#server/app.ts';
import { prepareImage } from '#server/features/uploads/prepare-image.ts';
import {
  collectUploadUses,
  requireUploadForm,
  type StoredPurpose,
} from '#server/platform/files/upload-uses.ts';

/** Returns what an image is used for. Of the purposes with the same sizes, one is enough. */
function purposesOf(name: string): StoredPurpose[] {
  if (name.startsWith('avatars/')) return ['avatar'];
  if (name.endsWith('-icon')) return ['space_icon'];
  if (name.endsWith('-cover')) return ['space_cover'];
  const isLinked = linkedPages.some(({ image }) => name === `images/${image}`);
  return isLinked ? ['post_image', 'link_image'] : ['post_image'];
}

/** Makes all sizes of an image that it doesn't have itself. Returns its description. */
async function makeSizes(name: string): Promise<DemoImage> {
  const itself = mediaPath(`${name}.webp`);
  const { width, height } = await sharp(itself).metadata();
  const hash = createHash('sha256').update(readFileSync(itself)).digest('hex');
  const image: DemoImage = { width, height, color: '', hash };
  const uses = collectUploadUses(features);
  for (const purpose of purposesOf(name)) {
    const sizes = requireUploadForm(uses, purpose, 'image').sizesOf(width);
    const form = { is_animated: false, sizesOf: () => sizes };
    const { color, variants } = await prepareImage('', () => readFile(itself), form);
    image.color ||= color;
    for (const [index, { body }] of variants.entries()) {
      const size = sizes[index];
      const file = size && fileOfSize(name, image, size);
      if (file && file !== itself) writeFileSync(file, body);
    }
  }
  return image;
}

const described: Record<string, DemoImage> = {};
for (const folder of ['avatars', 'images', 'spaces'])
  for (const file of readdirSync(mediaPath(folder)).sort()) {
    const name = `${folder}/${file.replace(/\.webp$/, '')}`;
    if (/\.\d+x\d+$/.test(name)) rmSync(mediaPath(`${name}.webp`));
    else described[name] = await makeSizes(name);
  }
writeFileSync(demoImagesFile, `${JSON.stringify(described, null, 2)}\n`);
