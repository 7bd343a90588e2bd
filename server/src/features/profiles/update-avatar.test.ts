import { expect, it } from 'vitest';
import { runJob } from '#testing/jobs.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

it('Members see a new avatar, and initials once it is removed', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const upload = await newUpload(owner, { purpose: 'avatar' });
  const { user } = await owner.call('update_avatar', { upload_id: upload.id });
  expect(user.avatar_url).toBe(upload.url);
  const member = await newMember(server, space);
  const { members } = await member.call('list_members', { space_id: space.id });
  expect(members.find(({ role }) => role === 'owner')?.user.avatar_url).toBe(upload.url);
  expect((await member.fetch(upload.url)).status).toBe(200);
  const without = await owner.call('update_avatar', { upload_id: null });
  expect(without.user.avatar_url).toBeNull();
});

it('The same avatar can be set again', async () => {
  const owner = await newPerson(server);
  const upload = await newUpload(owner, { purpose: 'avatar' });
  const set = () => owner.call('update_avatar', { upload_id: upload.id });
  const first = await set();
  expect(await set()).toEqual(first);
});

it("Avatars must be the person's own avatar uploads", async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const other = await newPerson(server);
  const foreign = await newUpload(other, { purpose: 'avatar' });
  const icon = await newUpload(owner, { purpose: 'space_icon', space_id: space.id });
  for (const upload_id of [foreign.id, icon.id]) {
    await expect(owner.call('update_avatar', { upload_id })).rejects.toMatchObject({
      code: 'upload_not_found',
    });
  }
});

it('An avatar is in use until it is replaced', async () => {
  const owner = await newPerson(server);
  const [first, second] = [
    await newUpload(owner, { purpose: 'avatar' }),
    await newUpload(owner, { purpose: 'avatar' }),
  ];
  for (const { id: upload_id } of [first, second]) await owner.call('update_avatar', { upload_id });
  const uploads = [first.id, second.id];
  const attached_at = new Date(Date.now() - 48 * 3_600_000).toISOString();
  await server.db.updateTable('uploads').set({ attached_at }).where('id', 'in', uploads).execute();
  await runJob(server, 'sweep-files');
  const used = await server.db
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', uploads)
    .where('detached_at', 'is', null)
    .execute();
  expect(used).toEqual([{ id: second.id }]);
});
