import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Member, MemberSort } from '#contract/features/members/members.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole, syncMemberPoints } from '#testing/space-facts.ts';

const server = sharedServer();

describe('Member list', () => {
  it('includes what the viewer can do to each member', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const admin = await newMember(server, space, 'Adam');
    const other = await newMember(server, space, 'Anna');
    const member = await newMember(server, space, 'Mia');
    await setRole(server, space.id, admin.user.id, 'admin');
    await setRole(server, space.id, other.user.id, 'admin');
    await newNeighbors(server, owner, space);
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

  it('filters by role and by literal search text', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const admin = await newMember(server, space, '100%_Adam');
    await newMember(server, space, 'Mia');
    await setRole(server, space.id, admin.user.id, 'admin');
    await newNeighbors(server, owner, space);
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
    expect((await names({ search: 'tester' })).sort()).toEqual([
      '100%_Adam Tester',
      'Mia Tester',
      'Olga Tester',
    ]);
  });
});

describe('Staff of a space', () => {
  it('are shown to viewers who can see its members, the owner first', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const admin = await newMember(server, space, 'Adam');
    await setRole(server, space.id, admin.user.id, 'admin');
    const { other } = await newNeighbors(server, owner, space);
    const seen = await server.client().call('get_space', { subdomain: space.subdomain });
    expect(seen.space.staff.map(({ role, user }) => [role, user.id])).toEqual([
      ['owner', owner.user.id],
      ['admin', admin.user.id],
    ]);
    expect(seen.space.can_read).toBe(true);
    // The owner's other space has other people and categories.
    expect(seen.space.member_count).toBe(2);
    expect(seen.space.categories.map(({ name }) => name)).toContain('Neighbors');
    const next = await server.client().call('get_space', { subdomain: other.space.subdomain });
    expect(next.space.staff.map(({ user }) => user.id)).toEqual([owner.user.id, other.admin.user.id]);
    expect(next.space.categories.map(({ name }) => name)).not.toContain('Neighbors');

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

describe('Invitation', () => {
  it('returns the name and image of its inviter, and null if the ref matches no member', async () => {
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

  it('returns no one of a private space to people outside it', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    // Signed up on another day: ids created in the same minute start alike.
    const id = `${crypto.randomUUID().slice(0, 8)}-0000-7000-8000-000000000001`;
    const names = { full_name: 'Dora Ref', first_name: 'Dora', last_name: 'Ref' };
    const person = { email: `${id}@ref.example`, username: `ref-${id}`, profile_url: `ref-${id}` };
    await server.db
      .insertInto('users')
      .values({ id, ...person, ...names })
      .execute();
    await setRole(server, space.id, id, 'member');
    const invitation = { space_id: space.id, ref: id.slice(0, 8) };
    expect((await server.client().call('resolve_invitation', invitation)).inviter).toBeNull();
    expect((await owner.call('resolve_invitation', invitation)).inviter?.full_name).toBe('Dora Ref');
  });
});

describe('Member list order', () => {
  /** Inserts members by SQL with 0, 1, 2 ... points in turn, who joined and were last seen one after another. */
  async function newCrowd(spaceId: string, count: number): Promise<void> {
    const prefix = `sorted-${spaceId}-`;
    await sql`insert into users (id, email, full_name, first_name, last_name, username, profile_url)
      select uuidv7(), name || '@example.com', 'Sorted ' || n, 'Sorted', n::text, name, name
      from (select n, ${prefix} || n as name from generate_series(1, ${count}::int) n) people`.execute(
      server.db,
    );
    await sql`insert into space_members (id, space_id, user_id, joined_at, last_active_at)
      select uuidv7(), ${spaceId}::uuid, id, now() - make_interval(hours => n),
        case when n % 3 = 0 then now() - make_interval(mins => n) else '1970-01-01T00:00:00Z' end
      from (select id, last_name::int as n from users where username like ${`${prefix}%`}) people`.execute(
      server.db,
    );
    await syncMemberPoints(server, spaceId);
    await sql`update member_points m set points = n % 25 from (
      select id, last_name::int as n from users where username like ${`${prefix}%`}) people
      where m.user_id = people.id and m.space_id = ${spaceId}::uuid`.execute(server.db);
  }

  it('is newest, online first or most points first, on every level and across pages', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    await newCrowd(space.id, 120);
    const all = async (narrowed: { sort?: MemberSort; level?: '1' | '2' | '3' }) => {
      const rows: Member[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await owner.call('list_members', { space_id: space.id, ...narrowed, cursor });
        expect(page.members.length).toBeLessThanOrEqual(50);
        rows.push(...page.members);
        more = page.next_cursor !== null;
        cursor = page.next_cursor ?? undefined;
      }
      return rows;
    };
    const orders = {
      newest: sql`m.joined_at desc, m.id desc`,
      online: sql`nullif(m.last_active_at, '1970-01-01T00:00:00Z') desc nulls last, m.joined_at desc, m.id desc`,
      points: sql`p.points desc, p.user_id desc`,
    };
    for (const sort of ['newest', 'online', 'points'] as const) {
      for (const level of [undefined, '1', '3'] as const) {
        const { rows: expected } = await sql<{ user_id: string }>`
          select m.user_id from space_members m join member_points p using (space_id, user_id)
          where m.space_id = ${space.id}::uuid and (${level ?? null}::int is null or p.level = ${level ?? null}::int)
          order by ${orders[sort]}`.execute(server.db);
        const seen = await all({ sort, ...(level ? { level } : {}) });
        expect(seen.map((row) => row.user_id)).toEqual(expected.map((row) => row.user_id));
        if (level) expect(new Set(seen.map((row) => row.user.level))).toEqual(new Set([Number(level)]));
      }
    }
    const first = await owner.call('list_members', { space_id: space.id, sort: 'points' });
    const wrong = { space_id: space.id, sort: 'online' as const, cursor: first.next_cursor ?? '' };
    await expect(owner.call('list_members', wrong)).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('by activity tells nobody when those were active whom a block separates from them', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    const [viewer, blocker, blocked, other] = [
      await newMember(server, space, 'Vera'),
      await newMember(server, space, 'Bea'),
      await newMember(server, space, 'Ben'),
      await newMember(server, space, 'Otto'),
    ];
    await blocker.call('block_user', { user_id: viewer.user.id });
    await viewer.call('block_user', { user_id: blocked.user.id });
    const setActive = (person: TestPerson, last_active_at: string) =>
      server.db
        .updateTable('space_members')
        .set({ last_active_at })
        .where('space_id', '=', space.id)
        .where('user_id', '=', person.user.id)
        .execute();
    for (const [index, person] of [other, viewer, owner].entries())
      await setActive(person, `2026-01-01T10:0${index}:00.000Z`);
    const list = async (person: TestPerson, cursor?: string) => {
      const query = { space_id: space.id, sort: 'online' as const, cursor };
      return (await person.call('list_members', query)).members;
    };
    const names = async (...args: Parameters<typeof list>) =>
      (await list(...args)).map(({ user }) => user.full_name.split(' ')[0]);
    const idle = await names(viewer);
    expect(idle).toEqual(['Olga', 'Vera', 'Otto', 'Ben', 'Bea']);
    const blockerId = (await list(viewer)).find(({ user_id }) => user_id === blocker.user.id)?.id;
    const cursor = Buffer.from(`online||${blockerId}`).toString('base64url');
    for (const person of [blocker, blocked]) await setActive(person, '2026-01-02T10:00:00.000Z');
    expect(await names(viewer)).toEqual(idle);
    expect(await names(viewer, cursor)).toEqual([]);
    expect(await names(other)).toEqual(['Ben', 'Bea', 'Olga', 'Vera', 'Otto']);
  });

  it('by activity has cursors that identify a member, and rejects those of a former member', async () => {
    const owner = await newPerson(server, 'Olga');
    const space = await newSpace(owner);
    await newCrowd(space.id, 60);
    const list = (cursor?: string) =>
      owner.call('list_members', { space_id: space.id, sort: 'online', cursor });
    const { members, next_cursor } = await list();
    const last = members.at(-1);
    if (!last || !next_cursor) throw new Error('one page');
    expect(Buffer.from(next_cursor, 'base64url').toString()).toBe(`online||${last.id}`);
    const forged = Buffer.from(`online|${new Date(0).toISOString()}|${last.id}`).toString('base64url');
    await expect(list(forged)).rejects.toMatchObject({ code: 'invalid_cursor' });
    const rest = await list(next_cursor);
    expect(rest.members).toHaveLength(11);
    expect(new Set([...members, ...rest.members].map(({ id }) => id)).size).toBe(61);
    const end = Buffer.from(`online||${rest.members.at(-1)?.id}`).toString('base64url');
    expect((await list(end)).members).toEqual([]);
    const elsewhere = await newSpace(owner);
    const foreign = { space_id: elsewhere.id, sort: 'online' as const, cursor: next_cursor };
    await expect(owner.call('list_members', foreign)).rejects.toMatchObject({ code: 'invalid_cursor' });
    await owner.call('ban_member', { space_id: space.id, user_id: last.user_id });
    await expect(list(next_cursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
