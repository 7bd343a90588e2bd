import { expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { listen, type TestListener } from '#testing/live.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();

async function mySpace(): Promise<{ owner: TestPerson; space: Space }> {
  const owner = await newPerson(server);
  return { owner, space: await newSpace(owner) };
}

/** Makes someone a member before the space has a price, and listens as them. */
async function newMemberOfPaid(space: Space): Promise<TestListener> {
  const person = await newPerson(server);
  await setRole(server, space.id, person.user.id, 'member');
  return await listen(server.url, person);
}

it('is rejected for members with the message of the settings page', async () => {
  const { space } = await mySpace();
  const member = await newMember(server, space);
  await expect(member.call('update_space', { space_id: space.id, name: 'Mine' })).rejects.toMatchObject({
    code: 'not_allowed',
    message: expect.stringContaining('No space loaded or insufficient permissions.'),
  });
  await expect(member.call('list_join_requests', { space_id: space.id })).rejects.toMatchObject({
    code: 'not_allowed',
    message: expect.stringContaining('Only the owner and admins can do this.'),
  });
});

it('saves what differs, and rejects a save without changes', async () => {
  const { owner, space } = await mySpace();
  const fields = {
    name: 'Another name',
    description: 'What it is about',
    short_description: 'Short',
    about_description: '<p>Long <script>alert(1)</script>story</p>',
    support_email: 'help@example.com',
    primary_color: '#112233',
    feature_map_enabled: true,
    rules_list: [{ id: newId(), text: 'Be kind' }],
  };
  const saved = await owner.call('update_space', { space_id: space.id, ...fields });
  expect(saved.space).toMatchObject({ ...fields, about_description: '<p>Long story</p>' });
  expect(saved.space.subdomain).toBe(space.subdomain);
  await expect(owner.call('update_space', { space_id: space.id, ...fields })).rejects.toMatchObject({
    code: 'no_changes',
    message: expect.stringContaining('No changes to save.'),
  });
  await expect(
    owner.call('update_space', { space_id: space.id, subdomain: 'elsewhere' }),
  ).rejects.toMatchObject({ code: 'no_changes' });
});

it.each([
  [{ name: '  ' }, 'Space name cannot be empty.'],
  [{ subdomain: '' }, 'Subdomain cannot be empty.'],
  [{ name: 'ab' }, 'Name must be at least 3 characters'],
  [{ name: 'a'.repeat(31) }, 'Name must be less than 30 characters'],
  [{ name: 'No <tags>' }, 'Name contains invalid characters'],
  [{ description: 'x'.repeat(151) }, 'Description must be at most 150 characters'],
  [{ short_description: 'x'.repeat(201) }, 'Short description must be at most 200 characters'],
  [{ about_description: 'x'.repeat(50_001) }, 'About description must be at most 50,000 characters'],
  [{ support_email: 'nobody' }, 'Invalid email address'],
  [{ primary_color: 'red' }, 'Color must look like #26A69A'],
  [{ pricing_type: 'paid', price_per_month: 0.5 }, 'Price must be at least 1'],
  [{ pricing_type: 'paid', price_per_month: 999.01 }, 'Price must be less than 999'],
])('rejects %o', async (fields, message) => {
  const { owner, space } = await mySpace();
  await expect(owner.call('update_space', { space_id: space.id, ...fields })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message),
  });
});

it.each([
  [{ pricing_type: 'paid', price_per_month: 999 }, 'paid', 999],
  [{ pricing_type: 'paid', price_per_month: '12.50' }, 'paid', 12.5],
  [{ pricing_type: 'paid', price_per_month: -3 }, 'paid', null],
  [{ pricing_type: 'paid', price_per_month: 'a lot' }, 'paid', null],
  [{ pricing_type: 'paid', price_per_month: '' }, 'paid', null],
  [{ pricing_type: 'gold', price_per_month: 5 }, null, null],
])('stores pricing %o', async (fields, type, price) => {
  const { owner, space } = await mySpace();
  await owner.call('update_space', { space_id: space.id, ...fields });
  const row = await server.db
    .selectFrom('spaces')
    .select(['pricing_type', 'price_per_month'])
    .where('id', '=', space.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ pricing_type: type, price_per_month: price });
});

it('clears the price of a space that becomes free', async () => {
  const { owner, space } = await mySpace();
  await owner.call('update_space', { space_id: space.id, pricing_type: 'paid', price_per_month: 20 });
  const { space: free } = await owner.call('update_space', { space_id: space.id, pricing_type: 'free' });
  expect(free).toMatchObject({ pricing_type: 'free', price_per_month: null });
});

it('clears intro media with their type, and keeps an emptied rules list', async () => {
  const { owner, space } = await mySpace();
  const inSpace = { space_id: space.id };
  await expect(owner.call('update_space', { ...inSpace, rules_list: [] })).rejects.toMatchObject({
    code: 'no_changes',
  });
  const media = {
    intro_media_type: 'video' as const,
    intro_media_url: 'https://video.example/one',
    intro_media_thumbnail_url: 'https://video.example/one.jpg',
  };
  const rules_list = [{ id: newId(), text: 'Be kind' }];
  const first = await owner.call('update_space', { ...inSpace, ...media, rules_list });
  expect(first.space).toMatchObject({ ...media, rules_list });
  const { space: second } = await owner.call('update_space', {
    ...inSpace,
    intro_media_type: 'none',
    rules_list: [],
  });
  expect(second).toMatchObject({ intro_media_url: null, intro_media_thumbnail_url: null, rules_list: [] });
});

it("accepts images only from the viewer's uploads for this space", async () => {
  const { owner, space } = await mySpace();
  const inSpace = { space_id: space.id };
  const icon = await newUpload(owner, { purpose: 'space_icon', ...inSpace });
  const cover = await newUpload(owner, { purpose: 'space_cover', ...inSpace });
  const { space: saved } = await owner.call('update_space', {
    ...inSpace,
    icon_upload_id: icon.id,
    cover_upload_id: cover.id,
  });
  expect(saved).toMatchObject({ icon_image: icon.url, cover_image: cover.url });
  const { space: without } = await owner.call('update_space', { ...inSpace, icon_upload_id: null });
  expect(without).toMatchObject({ icon_image: null, cover_image: cover.url });

  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  const foreign = await newUpload(admin, { purpose: 'space_icon', ...inSpace });
  const wrongPurpose = await newUpload(owner, { purpose: 'space_cover', ...inSpace });
  for (const icon_upload_id of [foreign.id, wrongPurpose.id, newId()]) {
    await expect(
      owner.call('update_space', { ...inSpace, icon_upload_id, name: 'Not saved' }),
    ).rejects.toMatchObject({ code: 'upload_not_found' });
  }
  const after = await owner.call('get_space', { subdomain: space.subdomain });
  expect(after.space.name).toBe(space.name);
});

it('publishes changes, and closes the channel for visitors once the space is private', async () => {
  const { owner, space } = await mySpace();
  const post = await newPost(owner, space);
  const other = await newSpace(owner);
  const member = await newMember(server, space);
  const stranger = await newPerson(server);
  const receives = await listen(server.url, member);
  const strays = await listen(server.url, stranger);
  await receives.subscribe(`space:${space.id}`);
  await strays.subscribe(`post:${post.id}`);
  await strays.subscribe(`space:${space.id}`);
  await strays.subscribe(`space:${other.id}`);

  await owner.call('update_space', { space_id: space.id, name: 'New name' });
  const named = await receives.received('space.changed');
  expect(named.payload).toMatchObject({ space: { id: space.id, name: 'New name' }, access_changed: false });

  await owner.call('update_space', { space_id: space.id, is_private: true });
  await receives.received('space.changed', ({ payload }) => payload.access_changed);
  await expect
    .poll(() => strays.closed.toSorted())
    .toEqual([`post:${post.id}`, `space:${space.id}`].toSorted());
  await owner.call('update_space', { space_id: other.id, name: 'Still public' });
  await strays.received('space.changed', ({ payload }) => payload.space.id === other.id);
  expect(receives.closed).toEqual([]);
  receives.close();
  strays.close();
});

it('closes the channel for visitors once a space has a price, and only then', async () => {
  const { owner, space } = await mySpace();
  const inSpace = { space_id: space.id };
  const free = await newSpace(owner);
  // Paid without a price: still free to read.
  await owner.call('update_space', { ...inSpace, pricing_type: 'paid', price_per_month: '' });
  const member = await listen(server.url, await newMember(server, free));
  const [insider, visitor] = [await newMemberOfPaid(space), await listen(server.url)];
  for (const listener of [insider, visitor, member]) {
    for (const { id } of [space, free]) await listener.subscribe(`space:${id}`);
  }
  await owner.call('update_space', { ...inSpace, price_per_month: 12 });
  await insider.received('space.changed', ({ payload }) => payload.access_changed);
  const topic = `space:${space.id}`;
  for (const listener of [visitor, member]) await expect.poll(() => listener.closed).toEqual([topic]);
  // A price that changes closes nothing more.
  await owner.call('update_space', { ...inSpace, price_per_month: 20 });
  await owner.call('update_space', { space_id: free.id, name: 'Still free' });
  for (const listener of [insider, visitor, member]) {
    await listener.received('space.changed', ({ payload }) => payload.space.id === free.id);
    listener.close();
  }
  expect(insider.closed).toEqual([]);
});

it('keeps both of two concurrent saves', async () => {
  const { owner, space } = await mySpace();
  const inSpace = { space_id: space.id };
  await Promise.all([
    owner.call('update_space', { ...inSpace, name: 'One of two' }),
    owner.call('update_space', { ...inSpace, description: 'Two of two' }),
  ]);
  const { space: saved } = await owner.call('get_space', { subdomain: space.subdomain });
  expect(saved).toMatchObject({ name: 'One of two', description: 'Two of two' });
});

it('sets an uploaded image as intro media, and clears it with the intro', async () => {
  const { owner, space } = await mySpace();
  const inSpace = { space_id: space.id };
  const intro = await newUpload(owner, { purpose: 'space_intro', ...inSpace });
  const { space: shown } = await owner.call('update_space', { ...inSpace, intro_upload_id: intro.id });
  expect(shown).toMatchObject({ intro_media_type: 'image', intro_media_url: intro.url });
  const { space: bare } = await owner.call('update_space', { ...inSpace, intro_media_type: 'none' });
  expect(bare).toMatchObject({ intro_media_type: 'none', intro_media_url: null });
});
