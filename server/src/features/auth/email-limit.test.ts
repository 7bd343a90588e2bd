import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { rateLimited } from '#server/platform/http/limits/rate-limit-metrics.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo, tokenFromEmail } from '#testing/emails.ts';
import { untilJobsDone } from '#testing/jobs.ts';
import { newPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { accountEmailLimit } from './one-time-links/email-links.ts';

const accountEmailsAnHour = accountEmailLimit.perSubject;
const server = ownServer('rate limits are on', { RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
afterEach(() => setClockOffset(0));

/** Puts the clock at the beginning of an hour, so that no test meets the end of one. Returns the offset. */
function startHour(): number {
  const hour = 3_600_000;
  const offset = hour - (Date.now() % hour);
  setClockOffset(offset);
  return offset;
}
const countRejected = async () =>
  (await rateLimited.get()).values.find(({ labels }) => labels.kind === 'account-email')?.value ?? 0;
/** Requests a reset link from a new network address. */
const requestFrom = (n: number, email: string) =>
  server.client().fetch('/api/auth/password-reset', {
    method: 'POST',
    body: JSON.stringify({ email }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
  });

describe('account emails to one recipient', () => {
  it('are limited to five an hour from all networks together, and every request gets the same response', async () => {
    const start = startHour();
    const { email } = (await newPerson(server)).user;
    const before = await countRejected();
    for (let n = 1; n <= accountEmailsAnHour + 3; n += 1)
      expect((await requestFrom(n, email)).status).toBe(200);
    await untilJobsDone(server, 'send-reset-link');
    expect(await emailsTo(server, email)).toHaveLength(accountEmailsAnHour);
    expect(await countRejected()).toBe(before + 3);

    setClockOffset(start + 60 * 60 * 1000);
    expect((await requestFrom(101, email)).status).toBe(200);
    await tokenFromEmail(server, email, 'reset-password', accountEmailsAnHour + 1);
  });

  it('count the same for an address with a tag', async () => {
    startHour();
    const name = newId();
    const addresses = Array.from({ length: accountEmailsAnHour + 2 }, (_, n) => `${name}+${n}@example.com`);
    for (const [n, email] of addresses.entries()) {
      const client = server.client();
      await client.fetch('/api/auth/sign-up', {
        method: 'POST',
        body: JSON.stringify({
          first_name: 'Ada',
          last_name: 'Tester',
          email,
          password: 'secret-1',
        }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}` },
      });
      await requestFrom(n, email);
    }
    await untilJobsDone(server, 'send-reset-link');
    const emails = addresses.map(async (email) => (await emailsTo(server, email)).length);
    expect((await Promise.all(emails)).reduce((sum, count) => sum + count, 0)).toBe(accountEmailsAnHour);
  });
});
