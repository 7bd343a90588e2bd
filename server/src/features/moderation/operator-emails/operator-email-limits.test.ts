import { afterEach, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { emailsTo } from '#testing/emails.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPeopleBySql, newPersonBySql } from '#testing/people-by-sql.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const operator = 'operator@hearth.example';
const server = ownServer('rate limits are on', {
  ROLE: 'web',
  RATE_LIMITS: 'on',
  SUPPORT_EMAIL: operator,
});
afterEach(async () => {
  setClockOffset(0);
  await server.db.deleteFrom('operator_emails').execute();
});

const hour = 60 * 60_000;
interface Owned {
  owner: TestPerson;
  space: Space;
}
async function newOwned(count: number): Promise<Owned[]> {
  const owners = await newPeopleBySql(server, count);
  return await Promise.all(owners.map(async (owner) => ({ owner, space: await newSpace(owner) })));
}
/** Reports the only moderator of a space. */
async function reportOwner(reporter: TestPerson, { owner, space }: Owned): Promise<void> {
  await setRole(server, space.id, reporter.user.id, 'member');
  const report = { space_id: space.id, user_id: owner.user.id, reason: 'spam' as const };
  expect(await reporter.call('report_member', report)).toEqual({ already: false, reviewed_by: 'operator' });
}
const countEmails = async () => (await emailsTo(server, operator)).length;

it('ten emails an hour reach the operator, and the next one says how many were left out', async () => {
  const [next, ...owned] = await newOwned(13);
  const reporters = await newPeopleBySql(server, 6);
  for (const [n, one] of owned.entries()) await reportOwner(reporters[n % 6] as TestPerson, one);
  expect(await countEmails()).toBe(10);
  setClockOffset(hour);
  await reportOwner(await newPerson(server), next as Owned);
  const emails = await emailsTo(server, operator);
  expect(emails).toHaveLength(11);
  expect(emails.map(({ values }) => values.unsent)).toEqual([
    ...Array(10).fill(''),
    "2 more reports weren't emailed because of the hourly limit; see the server's log.",
  ]);
});

it('three emails an hour come of one reporter', async () => {
  const owned = await newOwned(5);
  setClockOffset(10 * hour);
  const reporter = await newPerson(server);
  const before = await countEmails();
  for (const one of owned) await reportOwner(reporter, one);
  expect((await countEmails()) - before).toBe(3);
});

it('one email an hour is about one owner, even while reports keep coming', async () => {
  const owner = await newPersonBySql(server);
  const space = await newSpace(owner);
  const other = await newSpace(owner);
  const begin = 20 * hour;
  const unsentTexts = async () =>
    (await emailsTo(server, operator))
      .filter(({ values }) => [space.name, other.name].includes(String(values.space_name)))
      .map(({ values }) => values.unsent);
  const reportAt = async (minutes: number, where: Space) => {
    setClockOffset(begin + minutes * 60_000);
    await reportOwner(await newPerson(server), { owner, space: where });
  };
  for (const [minutes, where] of [
    [0, space],
    [25, other],
    [50, space],
    [59, other],
  ] as const)
    await reportAt(minutes, where);
  expect(await unsentTexts()).toEqual(['']);
  // Less than an hour after the report before, but an hour after the last email.
  await reportAt(60, space);
  expect(await unsentTexts()).toEqual([
    '',
    "3 more reports weren't emailed because of the hourly limit; see the server's log.",
  ]);
  await reportAt(100, space);
  await reportAt(119, other);
  expect(await unsentTexts()).toHaveLength(2);
});
