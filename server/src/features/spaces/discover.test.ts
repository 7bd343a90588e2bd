import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { countActiveMembersJob } from './count-active-members.job.ts';

const server = sharedServer();
type Sort = 'recommended' | 'new' | 'largest';
/** Returns a word that no other space has, also if this file runs twice in one database. */
const newWord = (start: string) => `${start}${newId().slice(-10)}`;

/** Inserts public spaces with distinct counts by SQL; Discover reads only these rows. */
async function seedSpaces(ownerId: string, count: number, word: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    name: `${word} ${n}`,
    subdomain: `${word}-${n}`,
    owner_id: ownerId,
    member_count: (n * 7) % 50,
    active_member_count: (n * 11) % 40,
    created_at: new Date(Date.UTC(2026, 0, 1) + ((n * 13) % 60) * 60_000).toISOString(),
    is_private: n % 10 === 9,
    pricing_type: n % 5 === 0 ? 'paid' : 'free',
    price_per_month: n % 5 === 0 && n % 25 !== 0 ? 9 : null,
    topic: [null, 'music', 'tech'][n % 3] ?? null,
  }));
  await server.db.insertInto('spaces').values(rows).execute();
}

async function walk(
  input: {
    search?: string;
    sort: Sort;
    price?: 'free' | 'paid' | undefined;
    topic?: 'music' | undefined;
  },
  client = server.client(),
) {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page: { spaces: { name: string }[]; next_cursor: string | null } = await client.call(
      'discover_spaces',
      { ...input, cursor },
    );
    expect(page.spaces.length).toBeLessThanOrEqual(24);
    names.push(...page.spaces.map(({ name }) => name));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return names;
}

const narrowings = [
  [undefined, undefined],
  ['free', undefined],
  ['paid', undefined],
  [undefined, 'music'],
  ['paid', 'music'],
] as const;

describe('Discover', () => {
  it('pages through every order without gaps or duplicates, and omits private spaces', async () => {
    const owner = await newPerson(server);
    const word = newWord('walk');
    await seedSpaces(owner.user.id, 70, word);
    const columns = {
      recommended: 'active_member_count',
      largest: 'member_count',
      new: 'created_at',
    } as const;
    for (const sort of ['recommended', 'largest', 'new'] as const) {
      for (const [price, topic] of narrowings) {
        const expected = await server.db
          .selectFrom('spaces')
          .select(['name', 'pricing_type', 'price_per_month', 'topic'])
          .where('subdomain', 'like', `${word}-%`)
          .where('is_private', '=', false)
          .orderBy(columns[sort], 'desc')
          .orderBy('id', 'desc')
          .execute();
        const isPaid = (row: (typeof expected)[number]) =>
          row.pricing_type === 'paid' && (row.price_per_month ?? 0) > 0;
        const wanted = expected.filter(
          (row) => (!price || isPaid(row) === (price === 'paid')) && (!topic || row.topic === topic),
        );
        expect(await walk({ search: word, sort, price, topic })).toEqual(wanted.map(({ name }) => name));
      }
    }
  });

  it('lists a private space only to its active members, at the right position in every order', async () => {
    const owner = await newPerson(server);
    const word = newWord('hidden');
    await seedSpaces(owner.user.id, 60, word);
    const [member, left, banned, stranger] = await Promise.all([1, 2, 3, 4].map(() => newPerson(server)));
    const isPrivate = (row: { is_private: boolean }) => row.is_private;
    const rows = await server.db
      .selectFrom('spaces')
      .select(['id', 'name', 'is_private'])
      .where('subdomain', 'like', `${word}-%`)
      .execute();
    const at = { joined_at: new Date().toISOString() };
    const ended = { status: 'inactive', ...at };
    for (const { id } of rows.filter(isPrivate)) {
      const row = (person: typeof member) => ({ id: newId(), space_id: id, user_id: person?.user.id ?? '' });
      await server.db
        .insertInto('space_members')
        .values([
          { ...row(member), ...at, status: 'active', banned_at: null },
          { ...row(left), ...ended, banned_at: null },
          { ...row(banned), ...ended, banned_at: at.joined_at },
        ])
        .execute();
    }
    const publicCount = rows.filter((row) => !row.is_private).length;
    for (const [sort, column] of [
      ['recommended', 'active_member_count'],
      ['largest', 'member_count'],
      ['new', 'created_at'],
    ] as const) {
      const expected = await server.db
        .selectFrom('spaces')
        .select('name')
        .where('subdomain', 'like', `${word}-%`)
        .orderBy(column, 'desc')
        .orderBy('id', 'desc')
        .execute();
      expect(await walk({ search: word, sort }, member)).toEqual(expected.map(({ name }) => name));
      for (const person of [left, banned, stranger, server.client()]) {
        expect(await walk({ search: word, sort }, person)).toHaveLength(publicCount);
      }
    }
    const first = rows.find(isPrivate);
    const found = await member?.call('discover_spaces', { search: first?.name ?? '' });
    expect(found?.spaces.map(({ name }) => name)).toContain(first?.name);
  });

  it('rejects a cursor of another order', async () => {
    const owner = await newPerson(server);
    await seedSpaces(owner.user.id, 30, newWord('cursors'));
    const client = server.client();
    const { next_cursor } = await client.call('discover_spaces', { sort: 'largest' });
    await expect(
      client.call('discover_spaces', { sort: 'new', cursor: next_cursor ?? '' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('reads only the rows of its page from an index, however many spaces there are', async () => {
    const owner = await newPerson(server);
    await seedSpaces(owner.user.id, 2_000, newWord('many'));
    await sql`analyze spaces`.execute(server.db);
    for (const column of ['active_member_count', 'member_count', 'created_at']) {
      for (const price of ['', "and pricing_type = 'paid' and price_per_month > 0", "and topic = 'music'"]) {
        const plan = await sql<{ 'QUERY PLAN': [{ Plan: object }] }>`explain (analyze, format json)
          select * from spaces where not is_private ${sql.raw(price)}
          order by ${sql.ref(column)} desc, id desc limit 25`.execute(server.db);
        const text = JSON.stringify(plan.rows);
        expect(text).toContain('Index Scan');
        expect(text).not.toMatch(/Seq Scan|"Sort"/);
      }
    }
  });

  it('counts members who joined or wrote in the last 30 days', async () => {
    const owner = await newPerson(server);
    const word = newWord('active');
    await seedSpaces(owner.user.id, 1, word);
    const { id } = await server.db
      .selectFrom('spaces')
      .select('id')
      .where('subdomain', '=', `${word}-0`)
      .executeTakeFirstOrThrow();
    const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const recent = new Date().toISOString();
    const join = async (joined_at: string, more: object = {}) => {
      const person = await newPerson(server);
      const row = { id: newId(), space_id: id, user_id: person.user.id, joined_at, ...more };
      await server.db.insertInto('space_members').values(row).execute();
      return person;
    };
    await join(old);
    await join(recent);
    await join(old, { last_active_at: recent });
    await join(recent, { status: 'inactive' });
    const writer = await join(old);
    await writer.call('create_post', {
      space_id: id,
      client_id: newId(),
      title: 'Still here',
      body: '<p>x</p>',
    });
    const count = async () => {
      await countActiveMembersJob(server.db).run({});
      const row = await server.db
        .selectFrom('spaces')
        .select('active_member_count')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.active_member_count;
    };
    expect(await count()).toBe(3);
    expect(await count()).toBe(3);
  });

  it('counts a new space right away, and all spaces when the jobs start', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const counted = async (id: string) => {
      const { active_member_count } = await server.db
        .selectFrom('spaces')
        .select('active_member_count')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return active_member_count;
    };
    expect(await counted(space.id)).toBe(1);
    expect(countActiveMembersJob(server.db).runsAtStart).toBe(true);
  });
});
