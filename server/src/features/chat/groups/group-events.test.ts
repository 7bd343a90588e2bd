import { beforeEach, describe, expect, it } from 'vitest';
import { maxGroupParticipants } from '#contract/values/limits.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { newChatters, newGroup } from '#testing/samples/conversations.ts';
import { newUpload } from '#testing/samples/images.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let admin: TestPerson;
let member: TestPerson;
let late: TestPerson;
let conversation_id: string;

beforeEach(async () => {
  [admin, member, late] = (await newChatters(server, 3)) as [TestPerson, TestPerson, TestPerson];
  conversation_id = (await newGroup(admin, [member], 'Club')).id;
});

const idOf = ({ user }: TestPerson) => user.id;
const changes = () => publishedEvents(server, `conversation:${conversation_id}`, 'conversation.changed');
/** How often a person's list of conversations changed. */
const listChanges = async (person: TestPerson) =>
  (await publishedEvents(server, `user:${idOf(person)}`, 'conversation.list_changed')).length;
const lines = async () =>
  (await publishedEvents(server, `conversation:${conversation_id}`, 'message.created')).map(({ message }) => [
    message.system?.type,
    ...(message.system?.people ?? []).map(({ id }) => id),
  ]);
const setAdmin = (person: TestPerson, is_admin: boolean, by = admin) =>
  by.call('set_participant_admin', { conversation_id, user_id: idOf(person), is_admin });

describe('A new group', () => {
  it('is listed for everyone in it', async () => {
    expect([await listChanges(admin), await listChanges(member), await listChanges(late)]).toEqual([1, 1, 0]);
    expect(await lines()).toEqual([['group_created']]);
  });

  it('counts people once, however often they are named', async () => {
    const group = await newGroup(admin, [member, member, late]);
    expect(group.participant_count).toBe(3);
  });

  it('has at most 250 people with its creator', async () => {
    const crowd = await newPeopleBySql(server, maxGroupParticipants);
    await server.db
      .insertInto('chat_settings')
      .values(crowd.map((person) => ({ user_id: idOf(person), who_can_message: 'everyone' })))
      .execute();
    const create = (people: TestPerson[]) =>
      admin.call('create_group', { client_id: newId(), name: 'Crowd', user_ids: people.map(idOf) });
    await expect(create(crowd)).rejects.toMatchObject({ code: 'invalid_input' });
    const { conversation } = await create(crowd.slice(1));
    expect(conversation).toMatchObject({ participant_count: maxGroupParticipants, can: { add: false } });
  });

  it('says who doesn’t take messages from its creator', async () => {
    const [refusing] = (await newPeopleBySql(server, 1)) as [TestPerson];
    const user_ids = [idOf(member), idOf(refusing)];
    await expect(
      admin.call('create_group', { client_id: newId(), name: 'Us', user_ids }),
    ).rejects.toMatchObject({ code: 'cannot_message_person', data: { user_ids: [idOf(refusing)] } });
  });

  it('has an icon that its creator uploaded for it', async () => {
    const create = (icon_upload_id: string) =>
      admin.call('create_group', {
        client_id: newId(),
        name: 'Us',
        user_ids: [idOf(member)],
        icon_upload_id,
      });
    const icon = await newUpload(admin, { purpose: 'chat_icon' });
    expect((await create(icon.id)).conversation.icon).toMatchObject({ id: icon.id });
    const theirs = await newUpload(member, { purpose: 'chat_icon' });
    const image = await newUpload(admin, { purpose: 'chat_image' });
    for (const { id } of [theirs, image, icon])
      await expect(create(id)).rejects.toMatchObject({ code: 'upload_not_found' });
  });
});

describe('Everyone in a group is told', () => {
  it('who was added, once, and the new one gets it in their list', async () => {
    const add = () =>
      admin.call('add_participants', { conversation_id, user_ids: [idOf(late), idOf(late), idOf(member)] });
    expect((await add()).conversation).toMatchObject({ participant_count: 3 });
    await add();
    expect(await changes()).toMatchObject([{ changed_user_ids: [idOf(late)] }]);
    expect(await lines()).toEqual([['group_created'], ['participants_added', idOf(late)]]);
    expect([await listChanges(late), await listChanges(member)]).toEqual([1, 1]);
  });

  it('who was removed, once, and it leaves nothing in their list', async () => {
    const remove = (person: TestPerson) =>
      admin.call('remove_participant', { conversation_id, user_id: idOf(person) });
    expect((await remove(member)).conversation.participant_count).toBe(1);
    await remove(member);
    expect(await changes()).toMatchObject([{ changed_user_ids: [idOf(member)] }]);
    expect(await lines()).toEqual([['group_created'], ['participant_removed', idOf(member)]]);
    expect(await listChanges(member)).toBe(2);
    for (const person of [admin, late])
      await expect(remove(person)).rejects.toMatchObject({ code: 'participant_not_found' });
  });

  it('who left, and who is the admin then', async () => {
    await admin.call('leave_conversation', { conversation_id });
    await admin.call('leave_conversation', { conversation_id });
    expect(await changes()).toMatchObject([{ changed_user_ids: [idOf(admin)] }]);
    expect(await lines()).toEqual([['group_created'], ['participant_left'], ['admin_added', idOf(member)]]);
    const { conversation } = await member.call('get_conversation', { conversation_id });
    expect(conversation).toMatchObject({ is_admin: true, participant_count: 1 });
  });

  it('who left while another admin stays', async () => {
    await setAdmin(member, true);
    await admin.call('leave_conversation', { conversation_id });
    expect((await lines()).at(-1)).toEqual(['participant_left']);
  });

  it('who became an admin, and who isn’t one anymore', async () => {
    await setAdmin(member, true);
    const [, again] = [await setAdmin(member, true), await setAdmin(member, true)];
    expect(again.conversation.version).toBe((await setAdmin(member, true)).conversation.version);
    await setAdmin(admin, false, member);
    const versions = (await changes()).map(({ changed_user_ids, version }) => [changed_user_ids, version]);
    expect(versions.map(([ids]) => ids)).toEqual([[], []]);
    expect(await lines()).toEqual([
      ['group_created'],
      ['admin_added', idOf(member)],
      ['admin_removed', idOf(admin)],
    ]);
    await expect(setAdmin(late, true, member)).rejects.toMatchObject({ code: 'participant_not_found' });
    await expect(setAdmin(member, false, member)).rejects.toMatchObject({ code: 'group_admin_missing' });
  });

  it('of a new name, and nothing if it is the same', async () => {
    const update = (fields: object) => admin.call('update_group', { conversation_id, ...fields });
    const { conversation } = await update({ name: 'Club', icon_upload_id: null });
    await update({});
    expect(await changes()).toEqual([]);
    await update({ name: 'Other' });
    const [change, ...more] = await changes();
    expect(more).toEqual([]);
    expect(change?.version).toBeGreaterThan(conversation.version);
    expect(await lines()).toEqual([['group_created'], ['name_changed']]);
  });

  it('of a new icon, and the one before is released', async () => {
    const update = async (icon_upload_id: string | null) =>
      (await admin.call('update_group', { conversation_id, icon_upload_id })).conversation.icon?.id ?? null;
    const [first, second] = [
      await newUpload(admin, { purpose: 'chat_icon' }),
      await newUpload(admin, { purpose: 'chat_icon' }),
    ];
    expect([await update(first.id), await update(second.id)]).toEqual([first.id, second.id]);
    expect(await update(second.id)).toBe(second.id);
    expect(await lines()).toEqual([['group_created'], ['icon_changed'], ['icon_changed']]);
    const left = await server.db
      .selectFrom('uploads')
      .select('id')
      .where('id', 'in', [first.id, second.id])
      .where('detached_at', 'is', null)
      .execute();
    expect(left).toEqual([{ id: second.id }]);
  });
});

describe('Somebody who left a group', () => {
  const leftAgo = (hours: number) =>
    server.db
      .updateTable('chat_participants')
      .set({ left_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
      .where('conversation_id', '=', conversation_id)
      .where('user_id', '=', idOf(member))
      .execute();
  const add = () => admin.call('add_participants', { conversation_id, user_ids: [idOf(late), idOf(member)] });

  it('can be added again after a day', async () => {
    await member.call('leave_conversation', { conversation_id });
    await leftAgo(23.9);
    await expect(add()).rejects.toMatchObject({
      code: 'participant_left',
      data: { user_ids: [idOf(member)] },
    });
    await leftAgo(24.1);
    expect((await add()).conversation.participant_count).toBe(3);
  });

  it('can be added again at once if they were removed', async () => {
    await admin.call('remove_participant', { conversation_id, user_id: idOf(member) });
    expect((await add()).conversation.participant_count).toBe(3);
  });
});
