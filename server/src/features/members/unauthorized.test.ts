import { describe, expect, it } from 'vitest';
import type { TestClient } from '#testing/client.ts';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setPaid, setRole } from '#testing/space-facts.ts';

const server = sharedServer();

async function rowOf(spaceId: string, userId: string) {
  return await server.db
    .selectFrom('space_members')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

describe('Joining by a direct API call', () => {
  it('creates a plain active member, and refuses a role, status or user', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const [person, other] = [await newPerson(server), await newPerson(server)];
    const sent = {
      role: 'owner',
      status: 'active',
      user_id: other.user.id,
      is_online: true,
      invited_by: owner.user.id,
    };
    for (const [field, value] of Object.entries(sent)) {
      await expect(
        person.call('public_join_space', { space_id: space.id, ...({ [field]: value } as object) }),
      ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(field) });
    }
    expect(await rowOf(space.id, person.user.id)).toBeUndefined();
    expect(await person.call('public_join_space', { space_id: space.id })).toEqual({
      success: true,
      outcome: 'joined',
      message: 'Joined Space',
      space_id: space.id,
    });
    expect(await rowOf(space.id, person.user.id)).toMatchObject({
      role: 'member',
      status: 'active',
      // Joining alone makes no one online.
      last_active_at: '1970-01-01T00:00:00.000Z',
      invited_by: null,
    });
    expect(await rowOf(space.id, other.user.id)).toBeUndefined();
  });

  it('is rejected for private, paid and unknown spaces, and without logging in', async () => {
    const owner = await newPerson(server);
    const hidden = await newSpace(owner, { is_private: true });
    const paid = await newSpace(owner);
    await setPaid(server, paid.id);
    const person = await newPerson(server);
    const join = (space_id: string) => person.call('public_join_space', { space_id });
    await expect(join(hidden.id)).rejects.toMatchObject({ code: 'join_needs_approval', status: 403 });
    await expect(join(paid.id)).rejects.toMatchObject({
      code: 'join_needs_payment',
      message: expect.stringContaining("Payments aren't set up for this space yet."),
    });
    await expect(join('019aa000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'space_not_found',
      message: expect.stringContaining('Space not found'),
    });
    await expect(join('abc')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(server.client().call('public_join_space', { space_id: paid.id })).rejects.toMatchObject({
      code: 'authentication_required',
      message: expect.stringContaining('Authentication required'),
    });
    expect(await rowOf(hidden.id, person.user.id)).toBeUndefined();
    expect(await rowOf(paid.id, person.user.id)).toBeUndefined();
  });

  it('is free for a paid space without a valid price', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    await owner.call('update_space', { space_id: space.id, pricing_type: 'paid', price_per_month: 'much' });
    const person = await newPerson(server);
    expect(await person.call('public_join_space', { space_id: space.id })).toMatchObject({ success: true });
  });
});

describe('Invitation ref', () => {
  it('credits the owner of the link, also among people who signed up at the same moment', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const members = await Promise.all(Array.from({ length: 8 }, () => newPerson(server)));
    for (const member of members) await member.call('public_join_space', { space_id: space.id });
    for (const { user } of members.slice(0, 3)) {
      const guest = await newPerson(server);
      await guest.call('public_join_space', { space_id: space.id, ref: user.id.slice(0, 8) });
      expect((await rowOf(space.id, guest.user.id))?.invited_by).toBe(user.id);
    }
  });

  /** An id that starts unlike those of people who signed up in the same minute. */
  const newRef = (n: number) => `${crypto.randomUUID().slice(0, 8)}-0000-7000-8000-00000000000${n}`;
  const twin = newRef(1);
  const ids = {
    one: newRef(1),
    twin,
    otherTwin: twin.replace(/1$/, '2'),
    banned: newRef(1),
  };

  it('credits no one if it is ambiguous, forged or of a banned member, and never blocks joining', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    for (const [name, id] of Object.entries(ids)) {
      const person = { email: `${id}@ref.example`, username: `ref-${id}`, profile_url: `ref-${id}` };
      const names = { full_name: name, first_name: name, last_name: 'Ref' };
      await server.db
        .insertInto('users')
        .values({ id, ...person, ...names })
        .execute();
      await setRole(server, space.id, id, 'member');
    }
    await owner.call('ban_member', { space_id: space.id, user_id: ids.banned });
    const elsewhere = await newSpace(owner);
    await server.db
      .updateTable('space_members')
      .set({ space_id: elsewhere.id })
      .where('user_id', '=', ids.one)
      .execute();
    const invitedBy = async (ref: string) => {
      const person = await newPerson(server);
      expect(await person.call('public_join_space', { space_id: space.id, ref })).toMatchObject({
        success: true,
      });
      return (await rowOf(space.id, person.user.id))?.invited_by;
    };
    const inviter = async (ref: string) =>
      (await server.client().call('resolve_invitation', { space_id: space.id, ref })).inviter;
    const worthless = [
      'bbbbbbbb',
      'aaaaaaaa',
      'cccccccc',
      'BBBBBBBB',
      'aaaaaaa',
      '%',
      '________',
      '0'.repeat(100),
      ids.twin,
    ];
    for (const ref of worthless) {
      expect(await invitedBy(ref), ref).toBeNull();
      expect(await inviter(ref), ref).toBeNull();
    }
    const tooLong = 'a'.repeat(101);
    const person = await newPerson(server);
    await expect(
      person.call('public_join_space', { space_id: space.id, ref: tooLong }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it("credits no one for the joining person's own ref", async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const inviter = async (client: TestClient) =>
      (await client.call('resolve_invitation', { space_id: space.id, ref: owner.user.id.slice(0, 8) }))
        .inviter;
    expect(await inviter(owner)).toBeNull();
    expect(await inviter(server.client())).toMatchObject({ full_name: owner.user.full_name });
  });
});

describe('Membership changes by direct API calls', () => {
  it('are rejected with their own error messages', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const ofSpace = { space_id: space.id };
    const [admin, second, member] = [
      await newMember(server, space),
      await newMember(server, space),
      await newMember(server, space),
    ];
    for (const { user } of [admin, second]) await setRole(server, space.id, user.id, 'admin');
    const outsider = await newPerson(server);
    const of = (person: { user: { id: string } }) => ({ ...ofSpace, user_id: person.user.id });
    const expectMessage = async (action: Promise<unknown>, text: string) =>
      await expect(action).rejects.toMatchObject({ message: expect.stringContaining(text) });

    await expectMessage(
      owner.call('leave_space', ofSpace),
      'As the owner, you cannot leave. Transfer ownership first.',
    );
    await expectMessage(server.client().call('leave_space', ofSpace), 'Authentication required');
    // There is nothing to leave.
    await outsider.call('leave_space', ofSpace);
    await expectMessage(admin.call('remove_member', of(owner)), 'Owner cannot be removed.');
    await expectMessage(owner.call('remove_member', of(owner)), 'Owner cannot be removed.');
    await expectMessage(admin.call('remove_member', of(admin)), 'Use Leave Space for yourself.');
    await expectMessage(admin.call('ban_member', of(admin)), 'Use Leave Space for yourself.');
    await expectMessage(admin.call('remove_member', of(second)), 'Admins cannot remove other admins.');
    await expectMessage(admin.call('ban_member', of(second)), 'Admins cannot remove other admins.');
    await expectMessage(admin.call('ban_member', of(owner)), 'Owner cannot be removed.');
    await expectMessage(member.call('remove_member', of(admin)), 'Not allowed to remove members.');
    await expectMessage(member.call('remove_member', of(member)), 'Not allowed to remove members.');
    await expectMessage(
      owner.call('remove_member', of(outsider)),
      "This person isn't a member of the space.",
    );
    const role = (person: { user: { id: string } }, wanted: string) =>
      ({ ...of(person), role: wanted }) as { space_id: string; user_id: string; role: 'admin' };
    await expectMessage(
      member.call('set_member_role', role(second, 'member')),
      'Not allowed to change roles.',
    );
    await expectMessage(
      admin.call('set_member_role', role(second, 'member')),
      'Admins cannot modify other admins or owner.',
    );
    await expectMessage(
      admin.call('set_member_role', role(owner, 'member')),
      'Admins cannot modify other admins or owner.',
    );
    await expectMessage(
      admin.call('set_member_role', role(admin, 'member')),
      'Admins cannot modify other admins or owner.',
    );
    await expectMessage(owner.call('set_member_role', role(owner, 'member')), 'Not allowed to change roles.');
    await expect(owner.call('set_member_role', role(member, 'owner'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(admin.call('transfer_ownership', of(admin))).rejects.toMatchObject({ code: 'not_allowed' });
    await expectMessage(
      owner.call('transfer_ownership', of(outsider)),
      "This person isn't a member of the space.",
    );
    await owner.call('ban_member', of(member));
    await expectMessage(
      owner.call('transfer_ownership', of(member)),
      "This person isn't a member of the space.",
    );
    await expectMessage(member.call('public_join_space', ofSpace), "You can't rejoin this space.");
    // None of these calls changed anything.
    const after = await owner.call('list_members', ofSpace);
    expect(after.members.map(({ role: has }) => has).sort()).toEqual(['admin', 'admin', 'owner']);
    // What an admin can do: make a member an admin.
    const next = await newMember(server, space);
    await admin.call('set_member_role', role(next, 'admin'));
    await expectMessage(
      admin.call('set_member_role', role(next, 'member')),
      'Admins cannot modify other admins or owner.',
    );
  });
});

describe('Visits of the about page', () => {
  it('are counted by day for people outside the space, without storing who they are', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const visit = { space_id: space.id };
    await server.client().call('record_space_visit', visit);
    await (await newPerson(server)).call('record_space_visit', visit);
    await owner.call('record_space_visit', visit);
    const rows = await server.db
      .selectFrom('space_daily_stats')
      .selectAll()
      .where('space_id', '=', space.id)
      .execute();
    expect(rows).toMatchObject([{ visits: 2, joins: 0 }]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['day', 'joins', 'space_id', 'visits']);
    await expect(
      server.client().call('record_space_visit', { space_id: '019aa000-0000-7000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'space_not_found' });
  });
});
