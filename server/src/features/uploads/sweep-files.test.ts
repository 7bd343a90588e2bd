import { afterEach, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { newId } from '#server/platform/ids.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { newUpload } from '#testing/pictures.ts';
import { withTestServer } from '#testing/server.ts';
import { sweepFilesJob } from './sweep-files.job.ts';
import { sweptAfter } from './uploads.policy.ts';

const server = withTestServer();
afterEach(() => setClockOffset(0));

const later = (times: number) => setClockOffset(times * (sweptAfter + 60_000));
const sweep = (files?: Partial<FileStore>) => {
  const { platform } = server.running;
  return sweepFilesJob({ ...platform, files: { ...platform.files, ...files } }).run({});
};
async function isStored(key: string): Promise<boolean> {
  const object = await server.running.platform.files.open(key);
  object?.body.destroy();
  return object !== null;
}
const isKnown = async (id: string) =>
  (await server.db.selectFrom('uploads').select('id').where('id', '=', id).execute()).length === 1;

it('removes replaced faces, icons, covers and introductions a day after they were found so, and no others', async () => {
  const ada = await newPerson(server);
  const space = await newSpace(ada);
  const ofSpace = { space_id: space.id };
  const face = async () => {
    const { id } = await newUpload(ada, { purpose: 'avatar' });
    await ada.call('update_own_picture', { upload_id: id });
    return `uploads/${id}/48.webp`;
  };
  const front = async (purpose: 'space_icon' | 'space_cover' | 'space_intro') => {
    const upload = await newUpload(ada, { purpose, ...ofSpace });
    const field = {
      space_icon: 'icon_upload_id',
      space_cover: 'cover_upload_id',
      space_intro: 'intro_upload_id',
    };
    await ada.call('update_space', { ...ofSpace, [field[purpose]]: upload.id });
    return `uploads/${upload.id}/${upload.sizes[0]?.width}.webp`;
  };
  const replaced = [
    await face(),
    await front('space_icon'),
    await front('space_cover'),
    await front('space_intro'),
  ];
  const shown = [
    await face(),
    await front('space_icon'),
    await front('space_cover'),
    await front('space_intro'),
  ];
  const stored = async (keys: string[]) => await Promise.all(keys.map(isStored));

  await sweep();
  expect(await stored([...replaced, ...shown])).not.toContain(false);
  later(1);
  // Found to be shown nowhere: kept for another day, for pages that still show them.
  await sweep();
  expect(await stored([...replaced, ...shown])).not.toContain(false);
  later(2);
  // A run that ends before the objects are gone leaves them to the next.
  await expect(sweep({ delete: async () => Promise.reject(new Error('storage away')) })).rejects.toThrow(
    'storage away',
  );
  await sweep();
  await sweep();
  expect(await stored(replaced)).not.toContain(true);
  expect(await stored(shown)).not.toContain(false);

  // Taking pictures away lets go of them as well.
  await ada.call('update_own_picture', { upload_id: null });
  await ada.call('update_space', {
    ...ofSpace,
    icon_upload_id: null,
    cover_upload_id: null,
    intro_media_type: 'none',
  });
  later(3);
  await sweep();
  later(4);
  await sweep();
  expect(await stored(shown)).not.toContain(true);
});

it('removes objects whose row was never written, but not while an upload may be under way', async () => {
  const { files } = server.running.platform;
  const lost = `uploads/${newId()}/960.webp`;
  const other = 'exports/somebody/data.zip';
  await files.put(lost, Buffer.from('x'), 'image/webp');
  await files.put(other, Buffer.from('x'), 'application/zip');
  const ada = await newPerson(server);
  const fresh = await newUpload(ada, { purpose: 'avatar' });
  await sweep();
  expect(await isStored(lost)).toBe(true);
  later(1);
  await sweep();
  expect(await isStored(lost)).toBe(false);
  expect(await isStored(other)).toBe(true);
  // That one is for the sweep of unused uploads: its row leads there.
  expect(await isStored(`uploads/${fresh.id}/48.webp`)).toBe(true);
});

it('removes what is left of a person or space that is gone', async () => {
  const ada = await newPerson(server);
  const space = await newSpace(ada);
  const cover = await newUpload(ada, { purpose: 'space_cover', space_id: space.id });
  await ada.call('update_space', { space_id: space.id, cover_upload_id: cover.id });
  await server.db.deleteFrom('spaces').where('id', '=', space.id).execute();
  expect(await isKnown(cover.id)).toBe(false);
  later(1);
  await sweep();
  expect(await isStored(`uploads/${cover.id}/542.webp`)).toBe(false);
});
