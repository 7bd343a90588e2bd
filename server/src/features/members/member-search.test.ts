import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { syncMemberPoints } from '#testing/space-facts.ts';

const server = sharedServer();

async function find(viewer: TestPerson, space: Space, search: string): Promise<string[]> {
  const { members } = await viewer.call('list_members', { space_id: space.id, search });
  return members.map(({ user }) => user.full_name).sort();
}

async function newSpaceWith(names: string[]): Promise<{ owner: TestPerson; space: Space }> {
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  for (const name of names) {
    const person = await newPersonBySql(server);
    await server.db
      .updateTable('users')
      .set({ full_name: name, username: `u-${person.user.id}` })
      .where('id', '=', person.user.id)
      .execute();
    await person.call('public_join_space', { space_id: space.id });
  }
  return { owner, space };
}

const names = [
  'José Ñandú',
  'Søren Kierkegaard',
  'Łukasz Żółw',
  'ΟΔΥΣΣΕΥΣ',
  'Йозеф Ёлкин',
  '김민준',
  '山田 太郎',
  'がんばる',
  'محمد',
  'שָׁלוֹם',
  'प्रिया',
  'สมชาย',
  'Ｆｕｌｌｗｉｄｔｈ',
  '👩‍👩‍👧 Family',
  'Straße',
  '𠮷野家',
];

let shared: ReturnType<typeof newSpaceWith> | undefined;
it.each([
  ['jose nandu', 'José Ñandú'],
  ['JOSÉ', 'José Ñandú'],
  ['soren', 'Søren Kierkegaard'],
  ['zolw', 'Łukasz Żółw'],
  ['οδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
  ['йоз', 'Йозеф Ёлкин'],
  ['елкин', 'Йозеф Ёлкин'],
  ['민', '김민준'],
  ['민준'.normalize('NFD'), '김민준'],
  ['太', '山田 太郎'],
  ['田 太郎', '山田 太郎'],
  ['がん', 'がんばる'],
  ['حم', 'محمد'],
  ['שלום', 'שָׁלוֹם'],
  ['प्रि', 'प्रिया'],
  ['มช', 'สมชาย'],
  ['fullwidth', 'Ｆｕｌｌｗｉｄｔｈ'],
  ['👧', '👩‍👩‍👧 Family'],
  ['STRASSE', 'Straße'],
  ['𠮷', '𠮷野家'],
])('finds %s', async (search, name) => {
  shared ??= newSpaceWith(names);
  const { owner, space } = await shared;
  expect(await find(owner, space, search)).toEqual([name]);
});

it('matches the query literally and in order', async () => {
  shared ??= newSpaceWith(names);
  const { owner, space } = await shared;
  for (const query of ['か', 'fulld', 'josen', '%', '_', '\\', "'", 'zz', '\u0301', '山太']) {
    expect(await find(owner, space, query), query).toEqual([]);
  }
});

it('searches current members of this space by their current names', async () => {
  const { owner, space } = await newSpaceWith(['Zenobia Quist']);
  const elsewhere = await newSpaceWith(['Zenobia Other']);
  expect(await find(owner, space, 'zenobia')).toEqual(['Zenobia Quist']);
  expect(await find(elsewhere.owner, elsewhere.space, 'zenobia')).toEqual(['Zenobia Other']);
  const person = await newMember(server, space, 'Xaver');
  expect(await find(owner, space, 'xav')).toEqual(['Xaver Tester']);
  await server.db
    .updateTable('users')
    .set({ full_name: 'Walburga Neu' })
    .where('id', '=', person.user.id)
    .execute();
  expect(await find(owner, space, 'walb')).toEqual(['Walburga Neu']);
  expect(await find(owner, space, 'tester w')).toEqual([]);
  await owner.call('ban_member', { space_id: space.id, user_id: person.user.id });
  expect(await find(owner, space, 'walb')).toEqual([]);
  await owner.call('unban_member', { space_id: space.id, user_id: person.user.id });
  await person.call('public_join_space', { space_id: space.id });
  expect(await find(owner, space, 'walb')).toEqual(['Walburga Neu']);
});

it('finds one of 1,000 members, and pages through many matches, newest first', async () => {
  const owner = await newPerson(server, 'Olga');
  const space = await newSpace(owner);
  await sql`
    with people as (
      insert into users (id, email, full_name, first_name, last_name, username, profile_url)
      select gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd ' || n, 'Crowd', n::text, 'crowd-' || n, 'crowd-' || n
      from generate_series(1, 1000) n returning id)
    insert into space_members (id, space_id, user_id, role, joined_at)
    select gen_random_uuid(), ${space.id}::uuid, id, 'member', now() - random() * interval '300 days' from people`.execute(
    server.db,
  );
  await syncMemberPoints(server, space.id);
  expect(await find(owner, space, 'crowd 718')).toEqual(['Crowd 718']);
  // More matches than are sorted at once: every page in order, each member once.
  const seen: { id: string; joined_at: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call('list_members', { space_id: space.id, search: 'CROWD', cursor });
    seen.push(...page.members);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1000);
  expect(seen.map(({ joined_at }) => joined_at)).toEqual(
    seen
      .map(({ joined_at }) => joined_at)
      .sort()
      .reverse(),
  );
  // Two characters that no name contains.
  expect(await find(owner, space, 'qz')).toEqual([]);
});
