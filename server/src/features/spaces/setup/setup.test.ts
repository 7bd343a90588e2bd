import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { SetupTask } from '#contract/values/setup-tasks.ts';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { countQueries } from '#testing/count-queries.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { canCompleteTask } from './setup.policy.ts';

// Without jobs, which would run statements of their own: this file counts statements.
const server = sharedServer({ runsJobs: false });

const guideOf = async (person: TestPerson, { subdomain }: Space) =>
  (await person.call('get_space', { subdomain })).space.setup;
const complete = (person: TestPerson, space: Space, task_type: SetupTask) =>
  person.call('complete_setup_task', { space_id: space.id, task_type });
const notified = async (space: Space) =>
  await server.db
    .selectFrom('live_events')
    .select(['channel', 'payload'])
    .where('type', '=', 'setup.completed')
    .where(sql`payload ->> 'space_id'`, '=', space.id)
    .execute();
const newAdmin = async (space: Space) => {
  const admin = await newMember(server, space);
  await setRole(server, space.id, admin.user.id, 'admin');
  return admin;
};

describe('Setup guide', () => {
  it('is created with the space, with tasks that the owner has already done', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    expect(space.setup).toEqual({ completed: [], dismissed: false });
    const rows = await server.db
      .selectFrom('user_space_progress')
      .select(['task_type', 'completed_at', 'setup_dismissed'])
      .where('space_id', '=', space.id)
      .execute();
    expect(rows.map(({ task_type }) => task_type).toSorted()).toEqual([
      'cover',
      'description',
      'invite',
      'post',
    ]);
    const described = await owner.call('create_space', {
      name: 'Described',
      subdomain: `${space.subdomain}-2`,
      description: 'A spaceInput.',
    });
    expect(described.space.setup?.completed).toEqual(['description']);
  });

  it('is only for people who can edit the space, and runs no query for others', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [admin, member] = [await newAdmin(space), await newMember(server, space)];
    expect(await guideOf(admin, space)).toEqual({ completed: [], dismissed: false });
    expect(await guideOf(member, space)).toBeNull();
    const cost = (person: TestPerson) => countQueries(() => guideOf(person, space));
    expect((await cost(admin)) - (await cost(member))).toBe(1);
  });

  it('completes a task for everyone when anyone does it', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [admin, member] = [await newAdmin(space), await newMember(server, space)];
    await newPost(member, space);
    expect(await guideOf(owner, space)).toEqual({ completed: ['post'], dismissed: false });
    await admin.call('update_space', { space_id: space.id, name: 'Other name' });
    expect((await guideOf(owner, space))?.completed).toEqual(['post']);
    await admin.call('update_space', { space_id: space.id, about_description: '<p>About us.</p>' });
    expect((await guideOf(owner, space))?.completed).toEqual(['description', 'post']);
    const upload = await newUpload(admin, { purpose: 'space_cover', space_id: space.id });
    await admin.call('update_space', { space_id: space.id, cover_upload_id: upload.id });
    await complete(member, space, 'invite');
    const all = ['invite', 'description', 'cover', 'post'];
    for (const person of [owner, admin]) expect((await guideOf(person, space))?.completed).toEqual(all);

    // Doing it again publishes nothing.
    const before = await notified(space);
    await newPost(owner, space);
    await complete(admin, space, 'invite');
    const events = await notified(space);
    expect(events).toEqual(before);
    expect(events.map(({ channel }) => channel).toSorted()).toEqual(
      all.flatMap(() => [`user:${owner.user.id}`, `user:${admin.user.id}`]).toSorted(),
    );
    // A completed task stays completed.
    await admin.call('update_space', { space_id: space.id, about_description: '' });
    expect((await guideOf(owner, space))?.completed).toEqual(all);
  });

  it('is dismissed and restored by each moderator separately', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const admin = await newAdmin(space);
    const spaceInput = { space_id: space.id };
    await complete(owner, space, 'invite');
    for (let twice = 0; twice < 2; twice += 1) await owner.call('dismiss_setup_guide', spaceInput);
    expect(await guideOf(owner, space)).toEqual({ completed: ['invite'], dismissed: true });
    expect(await guideOf(admin, space)).toEqual({ completed: ['invite'], dismissed: false });
    // Completing a task afterwards does not restore it.
    await complete(owner, space, 'cover');
    expect(await guideOf(owner, space)).toEqual({ completed: ['invite', 'cover'], dismissed: true });
    for (let twice = 0; twice < 2; twice += 1) await owner.call('restore_setup_guide', spaceInput);
    expect(await guideOf(owner, space)).toEqual({ completed: ['invite', 'cover'], dismissed: false });
  });

  it('lets members complete only the invite task', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    await expect(complete(member, space, 'cover')).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(member.call('dismiss_setup_guide', { space_id: space.id })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    const stranger = await newPerson(server);
    await expect(complete(stranger, space, 'invite')).rejects.toMatchObject({ code: 'membership_required' });
    await expect(complete(owner, space, 'logo' as SetupTask)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect((await guideOf(owner, space))?.completed).toEqual([]);
  });

  it('succeeds for everyone when many complete the same task at once', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const people = [owner, await newAdmin(space), await newMember(server, space)];
    await Promise.all([...people, ...people].map((person) => newPost(person, space)));
    expect((await guideOf(owner, space))?.completed).toEqual(['post']);
  });

  it('does not deadlock when dismissed and restored many times at once', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const spaceInput = { space_id: space.id };
    await complete(owner, space, 'description');
    const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;
    const before = await retries();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          index % 2 === 0
            ? owner.call('dismiss_setup_guide', spaceInput)
            : owner.call('restore_setup_guide', spaceInput),
        ),
      );
    }
    expect(await retries()).toBe(before);
  });
});

it.each([
  ['invite', false, true],
  ['invite', true, true],
  ['description', false, false],
  ['cover', true, true],
  ['post', false, false],
] as const)('task %s, may edit %s: %s', (task, canEditSpace, response) => {
  const permissions = { canEditSpace } as Parameters<typeof canCompleteTask>[0]['permissions'];
  expect(canCompleteTask({ permissions }, task)).toBe(response);
});
