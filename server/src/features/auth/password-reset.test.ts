import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { emailsTo, tokenFromEmail } from '#testing/emails.ts';
import { untilJobsDone } from '#testing/jobs.ts';
import { listen } from '#testing/live.ts';
import { newPerson, type TestPerson } from '#testing/people.ts';
import { expectNoRowsChanged } from '#testing/responses.ts';
import { sharedServer } from '#testing/server.ts';
import { upsertPassword } from './auth.queries.ts';

const server = sharedServer();
afterEach(() => setClockOffset(0));

/** Requests a reset link and reads its token from the person's `count`-th email. */
async function resetLinkOf({ user: { email } }: TestPerson, count = 1): Promise<string> {
  await server.client().call('request_password_reset', { email });
  return await tokenFromEmail(server, email, 'reset-password', count);
}

describe('Password reset', () => {
  it('works once with the emailed link, and ends every session', async () => {
    const person = await newPerson(server);
    const { email } = person.user;
    const other = server.client();
    await other.call('sign_in', { email, password: person.password });
    const { feed } = await other.call('create_calendar_feed');
    expect((await fetch(feed.url)).status).toBe(200);
    const listener = await listen(server.url, other);
    const closed = new Promise((resolve) => listener.socket.on('disconnect', resolve));

    expect(await server.client().call('request_password_reset', { email: email.toUpperCase() })).toEqual({});
    const token = await tokenFromEmail(server, email, 'reset-password');
    const [message] = await emailsTo(server, email);
    // The address is not confirmed yet, so the name may have been entered by anyone.
    expect(message?.values.greeting).toBe('Hi,');
    expect(message?.values.reset_url).toMatch(`${server.url}/reset-password?token=`);

    const browser = server.client();
    expect(await browser.call('reset_password', { token, password: 'another-one' })).toEqual({});
    expect((await person.call('get_session')).user).toBeNull();
    expect((await other.call('get_session')).user).toBeNull();
    await closed;
    expect((await fetch(feed.url)).status).toBe(404);
    await expect(browser.call('sign_in', { email, password: person.password })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await browser.call('sign_in', { email, password: 'another-one' })).user?.id).toBe(person.user.id);
    await expect(browser.call('reset_password', { token, password: 'third-time' })).rejects.toMatchObject({
      code: 'invalid_reset_token',
    });
    listener.close();
  });

  it('responds the same for an unknown address, and sends no email', async () => {
    const email = `${newId()}@example.com`;
    expect(await server.client().call('request_password_reset', { email })).toEqual({});
    await untilJobsDone(server, 'send-reset-link');
    expect(await emailsTo(server, email)).toEqual([]);
  });

  it.each(['', 'x'.repeat(201), 'wrong', '../../x', "' or 1=1 --", '%00'])(
    'rejects the token %j and changes nothing',
    async (token) => {
      await expectNoRowsChanged(server, async () => {
        const reset = server.client().call('reset_password', { token, password: 'another-one' });
        await expect(reset).rejects.toMatchObject({ status: 400 });
      });
    },
  );

  it('rejects a short password without using up the token', async () => {
    const person = await newPerson(server);
    await server.client().call('request_password_reset', { email: person.user.email });
    const token = await tokenFromEmail(server, person.user.email, 'reset-password');
    await expect(server.client().call('reset_password', { token, password: '12345' })).rejects.toMatchObject({
      message: '400 invalid_input: Password must be at least 6 characters',
    });
    await server.client().call('reset_password', { token, password: '123456' });
  });

  it('rejects an expired link', async () => {
    const person = await newPerson(server);
    await server.client().call('request_password_reset', { email: person.user.email });
    const token = await tokenFromEmail(server, person.user.email, 'reset-password');
    await server.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('user_id', '=', person.user.id)
      .execute();
    await expect(
      server.client().call('reset_password', { token, password: 'another-one' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
  });

  it('works exactly once when posted ten times at once', async () => {
    const person = await newPerson(server);
    const token = await resetLinkOf(person);
    const passwords = Array.from({ length: 10 }, (_, n) => `password-${n}`);
    const results = await Promise.allSettled(
      passwords.map((password) => server.client().call('reset_password', { token, password })),
    );
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_reset_token' });
    }
    const worked = passwords.filter((_, n) => results[n]?.status === 'fulfilled');
    expect(worked).toHaveLength(1);
    const { user } = await server
      .client()
      .call('sign_in', { email: person.user.email, password: worked[0] ?? '' });
    expect(user?.id).toBe(person.user.id);
  });

  it('accepts one of two links posted at once, which invalidates the other', async () => {
    const person = await newPerson(server);
    const tokens = [await resetLinkOf(person), await resetLinkOf(person, 2)];
    const results = await Promise.allSettled(
      tokens.map((token, n) => server.client().call('reset_password', { token, password: `password-${n}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('invalidates all other links of the person and confirms the address', async () => {
    const [person, bystander] = [await newPerson(server), await newPerson(server)];
    const others = await resetLinkOf(bystander);
    const [older, used, newer] = [
      await resetLinkOf(person),
      await resetLinkOf(person, 2),
      await resetLinkOf(person, 3),
    ];
    await server.client().call('reset_password', { token: used, password: 'another-one' });
    for (const token of [older, newer, used]) {
      await expect(
        server.client().call('reset_password', { token, password: 'stolen-one' }),
      ).rejects.toMatchObject({ code: 'invalid_reset_token' });
    }
    const browser = server.client();
    const { user } = await browser.call('sign_in', { email: person.user.email, password: 'another-one' });
    expect(user?.email_verified).toBe(true);
    await server.client().call('reset_password', { token: others, password: 'another-one' });
    expect((await browser.call('get_session')).user?.id).toBe(person.user.id);
  });

  it('includes the name only in emails to a confirmed address', async () => {
    const person = await newPerson(server);
    const token = await resetLinkOf(person);
    await server.client().call('reset_password', { token, password: 'another-one' });
    await resetLinkOf(person, 2);
    const greetings = (await emailsTo(server, person.user.email)).map(({ values }) => values.greeting);
    expect(greetings).toEqual(['Hi,', `Hi ${person.user.full_name},`]);
  });

  it('is invalidated when the email address changes', async () => {
    const person = await newPerson(server);
    const token = await resetLinkOf(person);
    await server.db
      .updateTable('users')
      .set({ email: `${newId()}@example.com` })
      .where('id', '=', person.user.id)
      .execute();
    await expect(
      server.client().call('reset_password', { token, password: 'another-one' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
  });

  it('is invalidated when the password is set in another way', async () => {
    const person = await newPerson(server);
    const token = await resetLinkOf(person);
    await server.db.transaction().execute((tx) => upsertPassword(tx, person.user.id, 'x'));
    await expect(
      server.client().call('reset_password', { token, password: 'another-one' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
  });

  it('stores only a hash of the token, also in the queue', async () => {
    const person = await newPerson(server);
    const token = await resetLinkOf(person);
    const { rows } = await sql<{ text: string }>`
      select t::text as text from one_time_tokens t union all select j::text from jobs.job j`.execute(
      server.db,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { text } of rows) expect(text).not.toContain(token);
  });

  it('keeps a session of another account in this browser', async () => {
    const [person, bystander] = [await newPerson(server), await newPerson(server)];
    await bystander.call('request_password_reset', { email: person.user.email });
    const token = await tokenFromEmail(server, person.user.email, 'reset-password');
    await bystander.call('reset_password', { token, password: 'another-one' });
    expect((await bystander.call('get_session')).user?.id).toBe(bystander.user.id);
  });
});
