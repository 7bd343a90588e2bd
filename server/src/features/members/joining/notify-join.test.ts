import { describe, expect, it } from 'vitest';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();

async function notified(person: TestPerson) {
  const { notifications } = await person.call('get_notifications_with_actors', {});
  return notifications.filter((entry) => entry.type === 'space_join');
}

async function newStaff(fields: { is_private?: boolean } = {}) {
  const owner = await newPerson(server, 'Olive');
  const space = await newSpace(owner);
  const admin = await newMember(server, space, 'Ada');
  const member = await newMember(server, space, 'Mia');
  await setRole(server, space.id, admin.user.id, 'admin');
  if (fields.is_private) await owner.call('update_space', { space_id: space.id, is_private: true });
  for (const person of [owner, admin, member]) {
    const { notifications } = await person.call('get_notifications_with_actors', {});
    for (const { id } of notifications) await person.call('delete_notification', { notification_id: id });
  }
  return { owner, space, admin, member };
}

describe('Join notifications of moderators', () => {
  it('merge joins into one notification a day and reach no one else', async () => {
    const { owner, space, admin, member } = await newStaff();
    const first = await newMember(server, space, 'Ben');
    const second = await newMember(server, space, 'Cleo');
    for (const person of [owner, admin]) {
      expect(await notified(person)).toMatchObject([
        {
          params: { event: 'joined' },
          target_type: 'space',
          target_id: space.id,
          actor_count: 2,
          actor_names: ['Cleo Tester', 'Ben Tester'],
          last_actor_id: second.user.id,
        },
      ]);
    }
    for (const person of [member, first, second]) expect(await notified(person)).toEqual([]);
  });

  it('count each person once a day, also if they join twice or rejoin', async () => {
    const { owner, space, member } = await newStaff();
    const ben = await newMember(server, space, 'Ben');
    await owner.call('mark_all_notifications_as_read');
    await ben.call('public_join_space', { space_id: space.id });
    await ben.call('leave_space', { space_id: space.id });
    await ben.call('public_join_space', { space_id: space.id });
    expect(await notified(owner)).toMatchObject([{ actor_count: 1, read: true }]);
    expect(await notified(member)).toEqual([]);
  });

  it('cover join requests, and approvals by another moderator', async () => {
    const { owner, space, admin, member } = await newStaff({ is_private: true });
    const ben = await newPerson(server, 'Ben');
    await ben.call('request_to_join', { space_id: space.id });
    await ben.call('request_to_join', { space_id: space.id, message: 'Please.' });
    for (const person of [owner, admin]) {
      expect(await notified(person)).toMatchObject([{ params: { event: 'requested' }, actor_count: 1 }]);
    }
    await owner.call('approve_join_request', { space_id: space.id, user_id: ben.user.id });
    expect((await notified(admin)).map(({ params }) => params.event)).toEqual(['joined', 'requested']);
    expect((await notified(owner)).map(({ params }) => params.event)).toEqual(['requested']);
    for (const person of [member, ben]) expect(await notified(person)).toEqual([]);
  });

  it('reach only current moderators who want them', async () => {
    const { owner, space, admin } = await newStaff();
    await owner.call('update_space_notification_preferences', { space_id: space.id, space_joins: false });
    await setRole(server, space.id, admin.user.id, 'member');
    await newMember(server, space);
    for (const person of [owner, admin]) expect(await notified(person)).toEqual([]);
  });

  it('are not sent when no one was added', async () => {
    const { owner, space, admin } = await newStaff({ is_private: true });
    const ben = await newPerson(server, 'Ben');
    await ben.call('request_to_join', { space_id: space.id });
    await owner.call('decline_join_request', { space_id: space.id, user_id: ben.user.id });
    expect(await notified(admin)).toMatchObject([{ params: { event: 'requested' } }]);
    expect(await notified(admin)).toHaveLength(1);
  });
});
