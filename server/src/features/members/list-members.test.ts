import { describe, expect, it } from 'vitest';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = withTestServer();

describe('the list of members', () => {
  it('says of each member what the viewer may do to them', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const admin = await newMember(server, space, 'Adam');
    const other = await newMember(server, space, 'Anna');
    const member = await newMember(server, space, 'Mia');
    await setRole(server, space.id, admin.user.id, 'admin');
    await setRole(server, space.id, other.user.id, 'admin');
    const seenBy = async (viewer: Pick<typeof owner, 'call'>) => {
      const { members } = await viewer.call('list_members', { space_id: space.id });
      return Object.fromEntries(
        members.map(({ user, permissions: may }) => {
          const rights = [may.can_remove && 'remove', may.can_ban && 'ban', may.can_change_role && 'role'];
          return [user.full_name.split(' ')[0], rights.filter(Boolean).join(' ')];
        }),
      );
    };
    const all = 'remove ban role';
    expect(await seenBy(owner)).toEqual({ Olga: '', Adam: all, Anna: all, Mia: all });
    expect(await seenBy(admin)).toEqual({ Olga: '', Adam: '', Anna: '', Mia: all });
    expect(await seenBy(member)).toEqual({ Olga: '', Adam: '', Anna: '', Mia: '' });
    expect(await seenBy(server.client())).toEqual({ Olga: '', Adam: '', Anna: '', Mia: '' });
  });

  it('can be narrowed to a role, and to letters that stand for themselves', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const admin = await newMember(server, space, '100%_Adam');
    await newMember(server, space, 'Mia');
    await setRole(server, space.id, admin.user.id, 'admin');
    const names = async (narrowed: { search?: string; role?: 'owner' | 'admin' | 'member' }) => {
      const { members } = await owner.call('list_members', { space_id: space.id, ...narrowed });
      return members.map(({ user }) => user.full_name);
    };
    expect(await names({ role: 'owner' })).toEqual(['Olga Tester']);
    expect(await names({ role: 'admin' })).toEqual(['100%_Adam Tester']);
    expect(await names({ role: 'member' })).toEqual(['Mia Tester']);
    expect(await names({ role: 'member', search: 'adam' })).toEqual([]);
    expect(await names({ search: 'MIA' })).toEqual(['Mia Tester']);
    expect(await names({ search: '0%_a' })).toEqual(['100%_Adam Tester']);
    expect(await names({ search: 'm%a' })).toEqual([]);
  });
});

describe('who runs a space', () => {
  it('is shown to those who may see its people, the owner first', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const admin = await newMember(server, space, 'Adam');
    await setRole(server, space.id, admin.user.id, 'admin');
    const seen = await server.client().call('get_space', { subdomain: space.subdomain });
    expect(seen.space.staff.map(({ role, user }) => [role, user.id])).toEqual([
      ['owner', owner.user.id],
      ['admin', admin.user.id],
    ]);
    expect(seen.space.can_read).toBe(true);

    await owner.call('update_space', { space_id: space.id, is_private: true });
    const hidden = await server.client().call('get_space', { subdomain: space.subdomain });
    expect(hidden.space).toMatchObject({ staff: [], can_read: false });
    const inside = await admin.call('get_space', { subdomain: space.subdomain });
    expect(inside.space).toMatchObject({ staff: [{}, {}], can_read: true });

    await owner.call('update_space', {
      space_id: space.id,
      is_private: false,
      pricing_type: 'paid',
      price_per_month: 9,
    });
    const paid = await server.client().call('get_space', { subdomain: space.subdomain });
    expect(paid.space).toMatchObject({ staff: [{}, {}], can_read: false });
  });
});

describe('an invitation', () => {
  it('names its inviter by name and picture, and nobody for anything that fits no member', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const stranger = server.client();
    const invitedBy = async (ref: string) =>
      (await stranger.call('resolve_invitation', { space_id: space.id, ref })).inviter;
    expect(await invitedBy(owner.user.id.slice(0, 8))).toEqual({
      full_name: 'Olga Tester',
      avatar_url: null,
    });
    for (const ref of ['00000000', 'OLGA', owner.user.id, "' or 1=1", '%'])
      expect(await invitedBy(ref)).toBeNull();
  });

  it('names nobody of a private space to those outside', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const invitation = { space_id: space.id, ref: owner.user.id.slice(0, 8) };
    expect((await server.client().call('resolve_invitation', invitation)).inviter).toBeNull();
    expect((await owner.call('resolve_invitation', invitation)).inviter).not.toBeNull();
  });
});
