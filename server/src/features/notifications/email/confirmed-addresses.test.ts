import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { setClockOffset } from '#server/platform/clock.ts';
import { emailsTo } from '#testing/emails.ts';
import { newPerson, newSpace, signUp, type TestPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { notificationEmailChecks } from './email-notification.ts';

// A server that sends real email and lets people in without a confirmed address. `web` alone: nothing is delivered.
const server = ownServer('it has a mail server', {
  ROLE: 'web',
  SMTP_URL: 'smtp://127.0.0.1:9',
  REQUIRE_EMAIL_CONFIRMATION: 'off',
  RATE_LIMITS: 'on',
});
let owner: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner, { is_private: true });
});
afterEach(() => setClockOffset(0));

const hour = 60 * 60_000;
const inSpace = () => ({ space_id: space.id });
const ask = (person: TestPerson) => person.call('request_to_join', inSpace());
const decide = (person: TestPerson, how: 'approve' | 'decline') =>
  owner.call(`${how}_join_request`, { ...inSpace(), user_id: person.user.id });
const templatesTo = async (person: TestPerson) =>
  (await emailsTo(server, person.user.email)).map(({ template }) => template);
const joinEmailsTo = async (person: TestPerson) =>
  (await templatesTo(person)).filter((template) => template.startsWith('join-request'));
const setConfirmed = (person: TestPerson, email_verified: boolean) =>
  server.db.updateTable('users').set({ email_verified }).where('id', '=', person.user.id).execute();

it('notification emails go to confirmed addresses only', async () => {
  const person = await newPerson(server);
  await ask(person);
  await decide(person, 'decline');
  expect((await person.call('get_notifications_with_actors', {})).notifications).toHaveLength(1);
  expect(await joinEmailsTo(person)).toEqual([]);

  await setConfirmed(person, true);
  setClockOffset(25 * hour);
  await ask(person);
  await decide(person, 'decline');
  expect(await joinEmailsTo(person)).toEqual(['join-request-declined']);

  // A queued email is checked again before it is sent.
  const [entry] = (await person.call('get_notifications_with_actors', {})).notifications;
  const about = {
    user_id: person.user.id,
    space_id: space.id,
    type: 'membership',
    target_id: space.id,
    params: entry?.params ?? {},
    email: person.user.email,
  };
  const isWanted = notificationEmailChecks['notification-is-unread'];
  const { targets } = server.running.platform;
  const smtp = { db: server.db, config: { smtpUrl: 'smtp://127.0.0.1:9' }, targets };
  expect(await isWanted?.(smtp, about)).toBe(true);
  await setConfirmed(person, false);
  expect(await isWanted?.(smtp, about)).toBe(false);
  expect(await isWanted?.({ ...smtp, config: { smtpUrl: null } }, about)).toBe(true);
});

it('signing up sends a link to confirm the address, which is optional', async () => {
  const person = await signUp(server);
  expect(await templatesTo(person)).toEqual(['confirm-email']);
  expect((await person.call('get_session')).user?.id).toBe(person.user.id);
});

it('a declined request is followed by a pause of a day', async () => {
  const person = await newPerson(server);
  await ask(person);
  await decide(person, 'decline');
  await expect(ask(person)).rejects.toMatchObject({
    status: 429,
    code: 'join_request_paused',
    message: expect.stringContaining('Your last request was declined. You can ask again in 24 hours.'),
    data: { retry_after: expect.any(Number) },
  });
  setClockOffset(23 * hour);
  await expect(ask(person)).rejects.toMatchObject({ code: 'join_request_paused' });
  setClockOffset(25 * hour);
  await ask(person);
});

it('three emails a day about decisions of one space reach a person, whatever its moderators do', async () => {
  const person = await newPerson(server);
  await setConfirmed(person, true);
  for (let round = 0; round < 5; round += 1) {
    await ask(person);
    await decide(person, 'approve');
    await person.call('leave_space', inSpace());
  }
  expect(await joinEmailsTo(person)).toEqual(Array(3).fill('join-request-approved'));
  setClockOffset(24 * hour);
  await ask(person);
  await decide(person, 'approve');
  expect(await joinEmailsTo(person)).toHaveLength(4);
});
