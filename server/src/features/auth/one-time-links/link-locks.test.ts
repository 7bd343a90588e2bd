import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { conflictRetries } from '#server/platform/unavailable.ts';
import { emailsTo } from '#testing/emails.ts';
import { untilJobsDone } from '#testing/jobs.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { newPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { accountEmailLimit } from './email-links.ts';
import { normalizeRecipient } from './normalize-recipient.ts';

const server = ownServer('rate limits are on', { RATE_LIMITS: 'on' });
const retries = async () => (await conflictRetries.get()).values[0]?.value ?? 0;

it('a reset link beside a sign-up with the same address never deadlocks', async () => {
  const { email } = (await newPerson(server)).user;
  const before = await retries();
  // The order of a sign-up with an address that has an account.
  await server.db.transaction().execute(async (tx) => {
    await sql`select from users where email = ${email} for update`.execute(tx);
    await server.client().call('request_password_reset', { email });
    await untilWaiting(server.db, '%');
    const each = normalizeRecipient(email);
    expect(await server.running.platform.rateLimits.take(tx, accountEmailLimit, { each })).toBe(0);
  });
  await untilJobsDone(server, 'send-reset-link');
  expect(await retries()).toBe(before);
  expect(await emailsTo(server, email)).toHaveLength(1);
});
