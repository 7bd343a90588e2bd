import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, newSpaceWithMember, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { addCategory } from './categories/add-category.ts';
import { setGuideDismissed } from './setup/dismiss-guide.ts';
import { updateSpace } from './update-space.ts';

const server = sharedServer();
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  ({ owner, space, member } = await newSpaceWithMember(server));
});

const viewerOf = ({ user }: TestPerson) => ({ user_id: user.id, role: user.role, session_id: newId() });
const read = async (person: TestPerson = owner, { subdomain }: Space = space) =>
  (await person.call('get_space', { subdomain })).space;
const auditOf = async (spaceId: string) =>
  await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('space_id', '=', spaceId)
    .where('action', 'in', ['settings_saved', 'category_added'])
    .orderBy('id')
    .execute();

describe('Someone whose role ended after their request was checked', () => {
  it.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ['save the space', (person) => updateSpace(server.db, viewerOf(person), space.id, { name: 'Not saved' })],
    [
      'add a category',
      (person) => addCategory(server.db, viewerOf(person), space.id, { name: 'Not added', icon: '🌱' }),
    ],
    ['dismiss its guide', (person) => setGuideDismissed(server.db, viewerOf(person), space.id, true)],
  ])('can’t %s', async (_what, change) => {
    await expect(change(member)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(change(await newPerson(server))).rejects.toMatchObject({ code: 'membership_required' });
    const after = await read();
    expect([after.name, after.categories.map(({ name }) => name)]).toEqual([
      space.name,
      ['General Discussion'],
    ]);
  });

  it('can’t change a space that is gone', async () => {
    const gone = updateSpace(server.db, viewerOf(owner), newId(), { name: 'Nowhere' });
    await expect(gone).rejects.toMatchObject({ code: 'space_not_found' });
  });
});

describe('A save', () => {
  it('is recorded with the fields that changed', async () => {
    const mine = await newSpace(owner);
    await owner.call('update_space', { space_id: mine.id, name: 'Renamed', description: '', topic: 'music' });
    await addCategory(server.db, viewerOf(owner), mine.id, { name: 'Questions', icon: '❓' });
    expect(await auditOf(mine.id)).toEqual([
      { action: 'settings_saved', actor_id: owner.user.id, details: { fields: 'name, topic' } },
      { action: 'category_added', actor_id: owner.user.id, details: { name: 'Questions' } },
    ]);
    const after = await read(owner, mine);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(mine.updated_at));
    expect(after.categories).toMatchObject([
      { name: 'General Discussion' },
      { name: 'Questions', icon: '❓' },
    ]);
  });

  it('tells everyone in the space, and whether it changes who can read it', async () => {
    const mine = await newSpace(owner);
    const save = (fields: object) => owner.call('update_space', { space_id: mine.id, ...fields });
    await save({ name: 'Renamed' });
    await save({ is_private: true });
    await save({ pricing_type: 'paid', price_per_month: 5 });
    await save({ price_per_month: 6 });
    await save({ feature_7_day_trial_enabled: true });
    await save({ feature_map_enabled: true });
    const events = await publishedEvents(server, `space:${mine.id}`, 'space.changed');
    expect(events.map(({ access_changed }) => access_changed)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(events.at(-1)?.space).toMatchObject({ name: 'Renamed', is_private: true, price_per_month: 6 });
  });

  it('removes an icon once, and no intro by an upload that isn’t there', async () => {
    const mine = await newSpace(owner);
    const inSpace = { space_id: mine.id };
    await expect(owner.call('update_space', { ...inSpace, icon_upload_id: null })).rejects.toMatchObject({
      code: 'no_changes',
    });
    const intro = await newUpload(owner, { purpose: 'space_intro', ...inSpace });
    await owner.call('update_space', {
      ...inSpace,
      intro_media_type: 'video',
      intro_media_url: 'https://video.example/one',
      intro_media_thumbnail_url: 'https://video.example/one.jpg',
    });
    const { space: shown } = await owner.call('update_space', { ...inSpace, intro_upload_id: intro.id });
    expect(shown).toMatchObject({
      intro_media_type: 'image',
      intro_media_url: intro.url,
      intro_media_thumbnail_url: null,
    });
    const cover = await newUpload(owner, { purpose: 'space_cover', ...inSpace });
    await owner.call('update_space', { ...inSpace, cover_upload_id: cover.id });
    const { space: bare } = await owner.call('update_space', { ...inSpace, cover_upload_id: null });
    expect(bare).toMatchObject({ cover_image: null, intro_media_url: intro.url });
  });

  it('completes the tasks of the guide that it fulfills, and no others', async () => {
    const mine = await newSpace(owner);
    const save = async (fields: object) =>
      (await owner.call('update_space', { space_id: mine.id, ...fields })).space.setup?.completed;
    expect(await save({ short_description: 'Short' })).toEqual([]);
    expect(await save({ description: 'What it is about' })).toEqual(['description']);
    const cover = await newUpload(owner, { purpose: 'space_cover', space_id: mine.id });
    expect(await save({ cover_upload_id: cover.id })).toEqual(['description', 'cover']);
  });
});

describe('A new space', () => {
  it('has the price in cents, the topic, and no empty description', async () => {
    const { space: paid } = await owner.call('create_space', {
      name: 'Paid space',
      subdomain: `paid-${newId().slice(-12)}`,
      price_per_month: 12.346,
      topic: 'music',
      description: '',
    });
    expect(paid).toMatchObject({
      pricing_type: 'paid',
      price_per_month: 12.35,
      topic: 'music',
      description: null,
      categories: [{ name: 'General Discussion', icon: '💬' }],
      setup: { completed: [] },
    });
    const joined = await publishedEvents(server, `user:${owner.user.id}`, 'membership.changed');
    expect(joined.at(-1)).toMatchObject({ space_id: paid.id, role: 'owner' });
  });

  it('takes an address that is free', async () => {
    const name = `free-${newId().slice(-12)}`;
    expect(await owner.call('check_subdomain', { name })).toEqual({ available: true, reason: null });
    await owner.call('create_space', { name: 'Takes it', subdomain: name });
    const check = await owner.call('check_subdomain', { name });
    expect(check).toEqual({ available: false, reason: expect.stringContaining('taken') });
    await expect(owner.call('create_space', { name: 'Too late', subdomain: name })).rejects.toMatchObject({
      code: 'subdomain_taken',
    });
  });
});

describe('The spaces of a user', () => {
  it('are those that they are an active member of, latest joined first', async () => {
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const [first, second, left, foreign] = [
      await newSpace(person),
      await newSpace(other),
      await newSpace(other),
      await newSpace(other),
    ];
    for (const { id } of [second, left]) await person.call('public_join_space', { space_id: id });
    await person.call('leave_space', { space_id: left.id });
    const { spaces } = await person.call('get_user_spaces_with_memberships', {});
    expect(spaces.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(spaces.map(({ id }) => id)).not.toContain(foreign.id);
  });
});

describe('The staff of a space', () => {
  it('are the owner and then the admins, the earliest to join first, at most 20', async () => {
    const mine = await newSpace(owner);
    const admins: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const admin = await newMember(server, mine);
      await setRole(server, mine.id, admin.user.id, 'admin');
      admins.push(admin.user.id);
    }
    await newMember(server, mine);
    const { staff } = await read(owner, mine);
    expect(staff.map(({ role, user }) => [role, user.id])).toEqual([
      ['owner', owner.user.id],
      ...admins.map((id) => ['admin', id]),
    ]);
  });
});

describe('The setup guide', () => {
  it('is dismissed and restored on all devices of one moderator, each once', async () => {
    const mine = await newSpace(owner);
    const of = { space_id: mine.id };
    const events = async () =>
      (await publishedEvents(server, `user:${owner.user.id}`, 'setup.dismissed')).filter(
        ({ space_id }) => space_id === mine.id,
      );
    await owner.call('restore_setup_guide', of);
    expect(await events()).toEqual([]);
    for (let twice = 0; twice < 2; twice += 1) await owner.call('dismiss_setup_guide', of);
    for (let twice = 0; twice < 2; twice += 1) await owner.call('restore_setup_guide', of);
    expect(await events()).toEqual([
      { ...of, dismissed: true },
      { ...of, dismissed: false },
    ]);
  });
});
