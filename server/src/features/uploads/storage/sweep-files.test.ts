import { afterEach, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { newId } from '#server/platform/ids.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { sweptAfter } from '../uploads.policy.ts';
import { sweepFilesJob } from './sweep-files.job.ts';

const server = sharedServer();
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
/** Inserts an attached image of this purpose with one object, and returns the object's key. */
async function storedFor(person: TestPerson, purpose: string, spaceId: string | null): Promise<string> {
  const id = newId();
  const key = `uploads/${id}/960.webp`;
  await server.running.platform.files.put(key, Buffer.from('x'), 'image/webp');
  const size = { width: 1, height: 1, byte_size: 1 };
  const at = new Date().toISOString();
  const row = {
    id,
    user_id: person.user.id,
    space_id: spaceId,
    purpose,
    file_name: 'x',
    mime_type: 'image/png',
  };
  const variants = JSON.stringify([{ ...size, key }]);
  await server.db
    .insertInto('uploads')
    .values({ ...row, ...size, color: '#000000', variants, created_at: at, attached_at: at })
    .execute();
  return key;
}
const addressOf = (key: string) => `/files/${key.split('/').slice(1).join('/')}`;

it('deletes detached uploads a day after they were detached, and nothing else', async () => {
  const ada = await newPerson(server);
  const space = await newSpace(ada);
  const store = async () => ({
    avatar: await storedFor(ada, 'avatar', null),
    icon: await storedFor(ada, 'space_icon', space.id),
    cover: await storedFor(ada, 'space_cover', space.id),
    intro: await storedFor(ada, 'space_intro', space.id),
    video: await storedFor(ada, 'space_intro_video', space.id),
    // Uploads of posts are kept, since an earlier version of the post may contain them.
    post: await storedFor(ada, 'post_image', space.id),
  });
  const show = async (keys: Awaited<ReturnType<typeof store>>, intro: 'intro' | 'video') => {
    const face = { avatar_url: addressOf(keys.avatar) };
    await server.db.updateTable('users').set(face).where('id', '=', ada.user.id).execute();
    const front = { icon_image: addressOf(keys.icon), cover_image: addressOf(keys.cover) };
    await server.db
      .updateTable('spaces')
      .set({ ...front, intro_media_url: addressOf(keys[intro]) })
      .where('id', '=', space.id)
      .execute();
  };
  const [old, shown] = [await store(), await store()];
  await show(old, 'intro');
  await show(shown, 'video');
  const { post: oldPost, ...replaced } = old;
  const { intro: neverShown, ...kept } = shown;
  const gone = [...Object.values(replaced), neverShown];
  const stay = [...Object.values(kept), oldPost];
  const stored = async (keys: string[]) => await Promise.all(keys.map(isStored));

  await sweep();
  expect(await stored([...gone, ...stay])).not.toContain(false);
  later(1);
  // Detached: kept for another day, for pages that still show them.
  await sweep();
  expect(await stored([...gone, ...stay])).not.toContain(false);
  later(2);
  // After an interrupted run, the next one deletes the remaining objects.
  const away = async () => Promise.reject(new Error('storage away'));
  await expect(sweep({ delete: away })).rejects.toThrow('storage away');
  await sweep();
  await sweep();
  expect(await stored(gone)).not.toContain(true);
  expect(await stored(stay)).not.toContain(false);
});

it('deletes an avatar that its user replaced or removed', async () => {
  const ada = await newPerson(server);
  const { id } = await newUpload(ada, { purpose: 'avatar' });
  await ada.call('update_avatar', { upload_id: id });
  later(1);
  await sweep();
  setClockOffset(0);
  await ada.call('update_avatar', { upload_id: null });
  later(2);
  await sweep();
  later(3);
  await sweep();
  expect(await isStored(`uploads/${id}/48.webp`)).toBe(false);
});

it('deletes objects without a row, but not while an upload may be in progress', async () => {
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
  // This object still has a row, so the job for unattached uploads deletes it.
  expect(await isStored(`uploads/${fresh.id}/48.webp`)).toBe(true);
});

it('deletes the files of a deleted space', async () => {
  const ada = await newPerson(server);
  const space = await newSpace(ada);
  const cover = await storedFor(ada, 'space_cover', space.id);
  await server.db.deleteFrom('spaces').where('id', '=', space.id).execute();
  later(1);
  await sweep();
  expect(await isStored(cover)).toBe(false);
});
