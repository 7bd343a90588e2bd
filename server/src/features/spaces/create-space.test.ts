import { expect, it } from 'vitest';
import { reservedSubdomains } from '#contract/values/reserved-subdomains.ts';
import { newId } from '#server/platform/ids.ts';
import { newPerson, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();
let founder: Promise<TestPerson> | undefined;
const person = () => {
  founder ??= newPerson(server);
  return founder;
};
const address = () => `new-${newId().slice(-12)}`;
const create = async (fields: object) => {
  const owner = await person();
  const { space } = await owner.call('create_space', { name: 'A space', subdomain: address(), ...fields });
  return space;
};
const denialReason = (message: string) => ({
  code: 'invalid_input',
  message: expect.stringContaining(message),
});
const badName = 'Name contains invalid characters';
const lettersOnly = 'Address can use lowercase letters, digits and hyphens only';

it.each([
  ['at its shortest', 'abc'],
  ['at its longest', 'a'.repeat(30)],
  ['with every sign allowed', `A-b. c, d! e? 'f' "g" (h)`],
  ['in Arabic', 'مجتمع التصوير'],
  ['in Hebrew with points', 'שָׁלוֹם עֲלֵיכֶם'],
  ['in Devanagari', 'हिन्दी समुदाय'],
  ['in Thai', 'ชุมชนคนรักกล้อง'],
  ['in Chinese', '摄影俱乐部'],
  ['in Japanese', 'カメラ部 東京 くらぶ'],
  ['in Korean', '사진 동호회'],
  ['in Cyrillic', 'Ёлка и Хлеб'],
  ['in Greek', 'Ψωμί και αλάτι'],
  ['in Vietnamese, decomposed', 'Tiếng Việt'.normalize('NFD')],
  ['in Tamil', 'தமிழ் சங்கம்'],
  ['in two scripts, each word in one', 'Клуб Jazz Καφές'],
  ['with digits of another script', 'क्लब १२३'],
])('accepts a name %s', async (_, name) => {
  expect(await create({ name })).toMatchObject({ name });
});

it.each([
  ['', 'Name must be at least 3 characters'],
  ['  ab  ', 'Name must be at least 3 characters'],
  ['a'.repeat(31), 'Name must be less than 30 characters'],
  ['A&B club', badName],
  ['Fire 🔥 club', badName],
  ['👩‍👩‍👧', badName],
  ['left‮thgir', badName],
  ['zero​width', badName],
  ['tab\tname', badName],
  ['<b>bold</b>', badName],
  ['!?.', badName],
  // Five combining marks on one letter.
  [`Z${'\u0321\u0300\u0301\u0302\u0303'}algo`, badName],
  // The second letter is Cyrillic, the fourth Greek.
  ['Pаypal', badName],
  ['Appοle', badName],
])('rejects the name %j', async (name, message) => {
  await expect(create({ name })).rejects.toMatchObject(denialReason(message));
});

it.each([
  ['ab', 'Address must be at least 3 characters'],
  ['a'.repeat(64), 'Address must be at most 63 characters'],
  ['A_b', lettersOnly],
  ['with space', lettersOnly],
  ['аpple', lettersOnly],
  ['ｆｕｌｌ', lettersOnly],
  ['café', lettersOnly],
  ['a.b', lettersOnly],
  ['a/b', lettersOnly],
  ['-ab', 'Address must start and end with a letter or digit'],
  ['ab-', 'Address must start and end with a letter or digit'],
])('rejects the address %j, also in the availability check', async (subdomain, message) => {
  await expect(create({ subdomain })).rejects.toMatchObject(denialReason(message));
  const owner = await person();
  expect(await owner.call('check_subdomain', { name: subdomain })).toEqual({
    available: false,
    reason: message,
  });
});

it('accepts addresses of 3 and of 63 characters', async () => {
  const short = newId().slice(-3);
  expect((await create({ subdomain: short })).subdomain).toBe(short);
  const long = `${address()}${'x'.repeat(63)}`.slice(0, 63);
  expect((await create({ subdomain: long })).subdomain).toBe(long);
});

it('rejects reserved addresses with or without surrounding spaces', async () => {
  const owner = await person();
  expect(reservedSubdomains.size).toBeGreaterThan(80);
  for (const subdomain of ['login', 'api', 'settings', 'space', ' discover ', 'files']) {
    await expect(create({ subdomain })).rejects.toMatchObject({
      code: 'subdomain_reserved',
      message: expect.stringContaining('This address is reserved.'),
    });
    expect(await owner.call('check_subdomain', { name: subdomain })).toEqual({
      available: false,
      reason: 'This address is reserved.',
    });
  }
});

it.each([
  [{ description: 'x'.repeat(151) }, 'Description must be at most 150 characters'],
  [{ price_per_month: 0.5 }, 'Price must be at least 1'],
  [{ price_per_month: 0 }, 'Price must be at least 1'],
  [{ price_per_month: -5 }, 'Price must be at least 1'],
  [{ price_per_month: 999.01 }, 'Price must be less than 999'],
  [{ primary_color: 'teal' }, 'Color must look like #26A69A'],
  [{ primary_color: '#fff' }, 'Color must look like #26A69A'],
  [{ primary_color: '#26A69A;background:url(x)' }, 'Color must look like #26A69A'],
])('rejects %j', async (fields, message) => {
  await expect(create(fields)).rejects.toMatchObject(denialReason(message));
});

it('accepts fields at their limits, and uses defaults for missing ones', async () => {
  expect(await create({ description: 'x'.repeat(150), price_per_month: 999 })).toMatchObject({
    description: 'x'.repeat(150),
    pricing_type: 'paid',
    price_per_month: 999,
  });
  expect(await create({ price_per_month: 1 })).toMatchObject({ pricing_type: 'paid', price_per_month: 1 });
  expect(await create({})).toMatchObject({
    primary_color: '#26A69A',
    pricing_type: 'free',
    price_per_month: null,
    is_private: false,
    description: null,
    member_count: 1,
    intro_media_type: 'none',
  });
});

it('makes the caller the owner, and accepts no other owner, role, or id', async () => {
  const owner = await person();
  const other = await newPerson(server);
  for (const field of [
    { owner_id: other.user.id },
    { role: 'admin' },
    { member_count: 5000 },
    { id: other.user.id },
    { staff: [other.user.id] },
    { feature_map_enabled: true },
  ]) {
    await expect(create(field)).rejects.toMatchObject({ code: 'invalid_input' });
  }
  const space = await create({});
  expect(space).toMatchObject({ owner_id: owner.user.id, member_count: 1, feature_map_enabled: false });
  expect(space.membership?.role).toBe('owner');
  expect(space.categories.map(({ name }) => name)).toEqual(['General Discussion']);
  expect((await owner.call('get_session')).user?.role).toBe('creator');
  expect((await other.call('get_session')).user?.role).toBe('member');
});

it('gives an address to one of twenty concurrent requests, and the others write nothing', async () => {
  const people = await newPeopleBySql(server, 20);
  const subdomain = address();
  const results = await Promise.allSettled(
    people.map((each) => each.call('create_space', { name: 'Mine', subdomain })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason.code).toBe('subdomain_taken');
  }
  const ids = people.map(({ user }) => user.id);
  const left = async (table: 'space_members' | 'space_categories', column: 'user_id' | 'created_by') =>
    (
      await server.db
        .selectFrom(table)
        .select('id')
        .where(column as never, 'in', ids as never)
        .execute()
    ).length;
  expect(await left('space_members', 'user_id')).toBe(1);
  expect(await left('space_categories', 'created_by')).toBe(1);
  const creators = await server.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('role', '=', 'creator')
    .execute();
  expect(creators).toHaveLength(1);
});

it('requires authentication', async () => {
  await expect(
    server.client().call('create_space', { name: 'A space', subdomain: address() }),
  ).rejects.toMatchObject({ code: 'authentication_required' });
});
