import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { countRows } from '#testing/answers.ts';
import { listen } from '#testing/live.ts';
import { mailedToken, mailsTo } from '#testing/mail.ts';
import { newPerson } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';

const server = withTestServer();
afterEach(() => setClockOffset(0));

describe('resetting a password', () => {
  it('works once with the mailed link, and ends every session', async () => {
    const person = await newPerson(server);
    const { email } = person.user;
    const other = server.client();
    await other.call('sign_in', { email, password: person.password });
    const listener = await listen(server.url, other);
    const closed = new Promise((resolve) => listener.socket.on('disconnect', resolve));

    expect(await server.client().call('request_password_reset', { email: email.toUpperCase() })).toEqual({});
    const token = await mailedToken(server, email, 'reset-password');
    const [mail] = await mailsTo(server, email);
    expect(mail?.values.full_name).toBe(person.user.full_name);
    expect(mail?.values.reset_url).toMatch(`${server.url}/reset-password?token=`);

    const browser = server.client();
    expect(await browser.call('reset_password', { token, password: 'another-one' })).toEqual({});
    expect((await person.call('get_session')).user).toBeNull();
    expect((await other.call('get_session')).user).toBeNull();
    await closed;
    await expect(browser.call('sign_in', { email, password: person.password })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await browser.call('sign_in', { email, password: 'another-one' })).user?.id).toBe(person.user.id);
    await expect(browser.call('reset_password', { token, password: 'third-time' })).rejects.toMatchObject({
      code: 'invalid_reset_token',
    });
    listener.close();
  });

  it('answers an unknown address the same, and writes no mail', async () => {
    const email = `${newId()}@example.com`;
    expect(await server.client().call('request_password_reset', { email })).toEqual({});
    expect(await mailsTo(server, email)).toEqual([]);
  });

  it.each(['', 'x'.repeat(201), 'wrong', '../../x', "' or 1=1 --", '%00'])(
    'refuses the token %j and changes nothing',
    async (token) => {
      const before = await countRows(server);
      await expect(
        server.client().call('reset_password', { token, password: 'another-one' }),
      ).rejects.toMatchObject({ status: 400 });
      expect(await countRows(server)).toEqual(before);
    },
  );

  it('refuses a short password before it uses the token up', async () => {
    const person = await newPerson(server);
    await server.client().call('request_password_reset', { email: person.user.email });
    const token = await mailedToken(server, person.user.email, 'reset-password');
    await expect(server.client().call('reset_password', { token, password: '12345' })).rejects.toMatchObject({
      message: '400 invalid_input: Password must be at least 6 characters',
    });
    await server.client().call('reset_password', { token, password: '123456' });
  });

  it('refuses a link that is too old', async () => {
    const person = await newPerson(server);
    await server.client().call('request_password_reset', { email: person.user.email });
    const token = await mailedToken(server, person.user.email, 'reset-password');
    await server.db
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('identifier', 'like', `%${token}%`)
      .execute();
    await expect(
      server.client().call('reset_password', { token, password: 'another-one' }),
    ).rejects.toMatchObject({ code: 'invalid_reset_token' });
  });

  it('used twice at once changes the password once', async () => {
    const person = await newPerson(server);
    await server.client().call('request_password_reset', { email: person.user.email });
    const token = await mailedToken(server, person.user.email, 'reset-password');
    const results = await Promise.allSettled(
      ['first-one', 'second-one'].map((password) =>
        server.client().call('reset_password', { token, password }),
      ),
    );
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_reset_token' });
    }
    const signIns = await Promise.allSettled(
      ['first-one', 'second-one'].map((password) =>
        server.client().call('sign_in', { email: person.user.email, password }),
      ),
    );
    expect(signIns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('keeps the signed-in session of another account', async () => {
    const [person, bystander] = [await newPerson(server), await newPerson(server)];
    await bystander.call('request_password_reset', { email: person.user.email });
    const token = await mailedToken(server, person.user.email, 'reset-password');
    await bystander.call('reset_password', { token, password: 'another-one' });
    expect((await bystander.call('get_session')).user?.id).toBe(bystander.user.id);
  });
});
