import { readdir, readlink } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import {
  newAnimation,
  newFrameBomb,
  newPhoto,
  newPixelBomb,
  newUpload,
  newUploadedImage,
  sendImage,
} from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { storeUpload } from './store-upload.ts';

const server = sharedServer();
const limit = 10 * 1024 * 1024;

async function bytesOf(client: { fetch(path: string): Promise<Response> }, url: string): Promise<Buffer> {
  const response = await client.fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the names of all files in a folder of the server's data. */
async function filesIn(folder: string): Promise<string[]> {
  const path = join(server.running.platform.config.dataDir, folder);
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the files that were received and not deleted. Videos of other test files are in a folder of their own. */
const receivedFiles = async () =>
  (await filesIn('incoming')).filter((path) => !path.includes('/incoming/videos/'));

describe('upload_file', () => {
  it('stores a photo in the widths that screens need, never enlarged', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const wide = await newUpload(
      ada,
      { purpose: 'post_image', space_id: space.id },
      await newPhoto(2500, 1250),
    );
    expect(wide.sizes.map(({ width }) => width)).toEqual([480, 960, 1920]);
    expect([wide.width, wide.height]).toEqual([1920, 960]);
    expect(wide.url).toBe(wide.sizes[2]?.url);
    const small = await newUpload(
      ada,
      { purpose: 'comment_image', space_id: space.id },
      await newUploadedImage(300, 200),
    );
    expect(small.sizes.map(({ width }) => width)).toEqual([300]);
    const middle = await newUpload(
      ada,
      { purpose: 'post_image', space_id: space.id },
      await newUploadedImage(700, 100),
    );
    expect(middle.sizes.map(({ width }) => width)).toEqual([480, 700]);
    for (const size of [...wide.sizes, ...small.sizes, ...middle.sizes]) {
      const info = await sharp(await bytesOf(ada, size.url)).metadata();
      expect([info.format, info.width]).toEqual(['webp', size.width]);
    }
  });

  it.each([
    ['avatar', [48, 96, 192], 192, 192],
    ['space_icon', [96, 192], 192, 192],
    ['space_cover', [542, 1084, 2168], 2168, 1152],
  ] as const)('crops an image for %s to its shape in all widths', async (purpose, widths, width, height) => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const upload = await newUpload(ada, { purpose, space_id: space.id }, await newUploadedImage(150, 300));
    expect(upload.sizes.map((size) => size.width)).toEqual(widths);
    expect([upload.width, upload.height]).toEqual([width, height]);
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'accepts %s and returns its average color',
    async (format) => {
      const ada = await newPerson(server);
      const upload = await newUpload(
        ada,
        { purpose: 'avatar' },
        await newUploadedImage(64, 64, format, '#ff0000'),
      );
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(upload.color.slice(at, at + 2), 16));
      expect(red).toBeGreaterThan(235);
      expect(Math.max(green ?? 99, blue ?? 99)).toBeLessThan(20);
    },
  );

  it('rotates the image upright and removes location, camera and color profile', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const photo = await sharp(await newPhoto(400, 200))
      .withExif({ IFD0: { Make: 'Hearthcam' }, IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect(before.exif?.includes('Hearthcam') && before.icc && before.orientation).toBe(6);
    const upload = await newUpload(ada, { purpose: 'post_image', space_id: space.id }, photo);
    expect([upload.width, upload.height]).toEqual([200, 400]);
    const stored = await bytesOf(ada, upload.url);
    const after = await sharp(stored).metadata();
    expect([after.exif, after.icc, after.xmp, after.iptc, after.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    expect(after.space).toBe('srgb');
    expect(stored.includes('Hearthcam')).toBe(false);
  });

  it('keeps GIF animations in posts, and removes them from avatars', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const gif = await newAnimation(600, 300, 5);
    const post = await newUpload(ada, { purpose: 'post_image', space_id: space.id }, gif);
    expect([post.width, post.height]).toEqual([600, 300]);
    for (const { url } of post.sizes) expect((await sharp(await bytesOf(ada, url)).metadata()).pages).toBe(5);
    const face = await newUpload(ada, { purpose: 'avatar' }, gif);
    expect((await sharp(await bytesOf(ada, face.url)).metadata()).pages ?? 1).toBe(1);
  });

  it.each([
    ['text named .png', Buffer.from('just some words'), 'unsupported_file_type'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'unsupported_file_type',
    ],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unsupported_file_type'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'unsupported_file_type'],
    [
      'a GIF head on a page',
      Buffer.from('GIF89a/*<html><script>alert(1)</script></html>*/=1'),
      'image_corrupt',
    ],
    ['nothing', Buffer.alloc(0), 'image_corrupt'],
    ['a canvas of 60,000 by 60,000 in 70 bytes', newPixelBomb(60_000, 60_000), 'image_too_large'],
    ['one pixel too wide', newPixelBomb(4097, 10), 'image_too_large'],
    ['5,000 tiny frames', newFrameBomb(10, 10, 5000), 'image_too_large'],
    ['400 frames of 2,000 by 2,000', newFrameBomb(2000, 2000, 400), 'image_too_large'],
  ])('rejects %s', async (_what, bytes, code) => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const before = await filesIn('files');
    const response = await sendImage(ada, { purpose: 'post_image', space_id: space.id }, bytes);
    expect(response.code).toBe(code);
    expect(await filesIn('files')).toEqual(before);
    expect(await receivedFiles()).toEqual([]);
  });

  it('rejects an animation that is too long, but accepts it as an avatar', async () => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const bomb = newFrameBomb(100, 100, 600);
    const response = await sendImage(ada, { purpose: 'post_image', space_id: space.id }, bomb);
    expect(response.message).toContain('animation is too long');
    expect((await sendImage(ada, { purpose: 'avatar' }, bomb)).status).toBe(200);
  });

  it('rejects an image of 5,000 by 5,000 pixels, and accepts one of 4,096 by 4,096', async () => {
    const ada = await newPerson(server);
    expect((await sendImage(ada, { purpose: 'avatar' }, await newUploadedImage(5000, 5000))).code).toBe(
      'image_too_large',
    );
    expect((await sendImage(ada, { purpose: 'avatar' }, await newUploadedImage(4096, 4096))).status).toBe(
      200,
    );
  });

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('rejects a truncated %s', async (format) => {
    const ada = await newPerson(server);
    const space = await newSpace(ada);
    const whole = await sharp(await newPhoto(300, 300))
      .toFormat(format)
      .toBuffer();
    const half = whole.subarray(0, Math.floor(whole.length / 2));
    for (const input of [
      { purpose: 'avatar' } as const,
      { purpose: 'post_image', space_id: space.id } as const,
    ]) {
      expect((await sendImage(ada, input, half)).code).toBe('image_corrupt');
    }
  });

  it('accepts exactly 10 MB and rejects one byte more, with or without a stated length', async () => {
    const ada = await newPerson(server);
    const image = await newUploadedImage(20, 20, 'jpeg');
    const full = Buffer.concat([image, Buffer.alloc(limit - image.length)]);
    expect((await sendImage(ada, { purpose: 'avatar' }, full)).status).toBe(200);
    const over = Buffer.concat([full, Buffer.alloc(1)]);
    expect(await sendImage(ada, { purpose: 'avatar' }, over)).toMatchObject({
      status: 413,
      code: 'file_too_large',
    });
    const response = await ada.fetch('/api/uploads?purpose=avatar&file_name=x', {
      method: 'POST',
      body: new Blob([over]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await receivedFiles()).toEqual([]);
  });

  it('serves others while one user sends more images than may wait', async () => {
    const [flooder, other] = await newPeopleBySql(server, 2);
    if (!flooder || !other) throw new Error('nobody');
    const space = await newSpace(flooder);
    const photo = await newPhoto(600, 600);
    const codes: (string | undefined)[] = [];
    const rejected = Promise.withResolvers<void>();
    const flood = Array.from({ length: 20 }, async () => {
      const { code } = await sendImage(flooder, { purpose: 'post_image', space_id: space.id }, photo);
      codes.push(code);
      if (code) rejected.resolve();
    });
    await Promise.race([rejected.promise, Promise.all(flood)]);
    expect((await sendImage(other, { purpose: 'avatar' }, await newUploadedImage(20, 20))).status).toBe(200);
    await Promise.all(flood);
    expect(new Set(codes)).toEqual(new Set([undefined, 'rate_limited']));
  });

  // The server runs in this process, and an incoming file has no name yet: only its open handle shows that it exists.
  it.skipIf(process.platform !== 'linux')('keeps nothing of an upload whose sender goes away', async () => {
    const arriving = async () => {
      const handles = await readdir('/proc/self/fd');
      const links = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
      return links.filter((link) => link.includes('/incoming/')).length;
    };
    const ada = await newPerson(server);
    const before = await filesIn('files');
    const photo = await newPhoto(300, 300);
    const leaving = httpRequest(new URL('/api/uploads?purpose=avatar&file_name=x', server.url), {
      method: 'POST',
      headers: { cookie: ada.cookieHeader(), 'content-type': 'image/jpeg', 'content-length': photo.length },
    });
    leaving.on('error', () => {});
    leaving.write(photo.subarray(0, photo.length - 1));
    await vi.waitFor(async () => expect(await arriving()).toBe(1));
    leaving.destroy();
    await vi.waitFor(async () => expect(await arriving()).toBe(0));
    const rows = server.db.selectFrom('uploads').select('id').where('user_id', '=', ada.user.id);
    expect(await rows.execute()).toEqual([]);
    expect(await filesIn('files')).toEqual(before);
  });

  it('deletes the stored objects when the row cannot be written', async () => {
    const ada = await newPerson(server);
    const before = await filesIn('files');
    const failed = storeUpload(server.running.platform, {
      user_id: ada.user.id,
      space_id: '019a0000-0000-7000-8000-000000000000',
      purpose: 'post_image',
      file_name: 'x.png',
      body: Readable.from([await newUploadedImage(600, 600)]),
    });
    await expect(failed).rejects.toThrow('foreign key');
    expect(await filesIn('files')).toEqual(before);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\cat.png', 'cat.png'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie: x=1.png'],
    ['exe\u202egnp.png', 'exegnp.png'],
    ['..', 'image'],
    [`${'é'.repeat(251)}.png`, `${'é'.repeat(251)}.png`],
  ])('turns the file name %j into the label %j', async (given, label) => {
    const ada = await newPerson(server);
    const upload = await newUpload(ada, { purpose: 'avatar', file_name: given });
    expect(upload.file_name).toBe(label);
    const response = await ada.fetch(upload.url);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-disposition')).toMatch(
      /^inline; filename="[\x20-\x7e]+"; filename\*=UTF-8''/,
    );
  });

  it('rejects file names with NUL bytes or of more than 255 characters', async () => {
    const ada = await newPerson(server);
    const bytes = await newUploadedImage(10, 10);
    expect((await sendImage(ada, { purpose: 'avatar', file_name: 'a\u0000.png' }, bytes)).code).toBe(
      'invalid_text',
    );
    const long = { purpose: 'avatar', file_name: 'x'.repeat(256) } as const;
    expect((await sendImage(ada, long, bytes)).code).toBe('invalid_input');
  });

  it('is allowed only for people who can use the image', async () => {
    const ada = await newPerson(server);
    const open = await newSpace(ada);
    const hidden = await newSpace(ada, { is_private: true });
    const member = await newMember(server, open);
    const other = await newPerson(server);
    const bytes = await newUploadedImage(10, 10);
    const code = async (...[who, purpose, space_id]: [typeof ada, 'post_image' | 'space_icon', string]) =>
      (await sendImage(who, { purpose, space_id }, bytes)).code;
    expect((await sendImage(server.client(), { purpose: 'avatar' }, bytes)).code).toBe(
      'authentication_required',
    );
    expect((await sendImage(other, { purpose: 'post_image' }, bytes)).code).toBe('invalid_input');
    expect(await code(other, 'post_image', open.id)).toBe('membership_required');
    expect(await code(other, 'post_image', hidden.id)).toBe('space_not_found');
    expect(await code(other, 'space_icon', hidden.id)).toBe('space_not_found');
    expect(await code(member, 'space_icon', open.id)).toBe('not_allowed');
    expect(await code(member, 'post_image', open.id)).toBeUndefined();
    expect(await code(ada, 'space_icon', hidden.id)).toBeUndefined();
  });
});
