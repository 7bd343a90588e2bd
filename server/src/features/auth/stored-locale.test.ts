import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { renderEmail } from '#server/platform/email/render-email.ts';
import { newId } from '#server/platform/ids.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { emailsTo, emailTemplate } from '#testing/emails.ts';
import { newPerson } from '#testing/people.ts';
import { ownServer, sharedServer } from '#testing/server.ts';

const server = sharedServer();
const confirming = ownServer('email addresses must be confirmed', { REQUIRE_EMAIL_CONFIRMATION: 'on' });

async function stored(userId: string): Promise<{ locale: string; version: string }> {
  const { rows } = await sql<{ locale: string; version: string }>`
    select locale, xmin::text as version from users where id = ${userId}::uuid`.execute(server.db);
  if (!rows[0]) throw new Error('no such user');
  return rows[0];
}

const post = (
  client: ReturnType<typeof server.client>,
  path: string,
  body: object,
  language: string | undefined,
) =>
  client.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(language && { 'accept-language': language }) },
    body: JSON.stringify(body),
  });

it('the account stores the locale of the browser that signed up, opened or refreshed a session last', async () => {
  const client = server.client();
  const names = { first_name: 'Ada', last_name: 'Lovelace' };
  const login = { email: `ada-${newId()}@example.com`, password: 'secret-1' };
  // The body can't set it.
  const withLocale = { ...names, ...login, locale: 'en-FR' };
  expect((await post(client, '/api/auth/sign-up', withLocale, 'de-DE')).status).toBe(400);
  const signedUp = await post(client, '/api/auth/sign-up', { ...names, ...login }, 'de-DE,de;q=0.9');
  const { user } = (await signedUp.json()) as { user: { id: string } };
  expect((await stored(user.id)).locale).toBe('en-DE');
  await post(client, '/api/auth/sign-in', login, 'en-GB');
  expect((await stored(user.id)).locale).toBe('en-GB');
  await post(client, '/api/auth/session/refresh', {}, 'ja');
  expect((await stored(user.id)).locale).toBe('en-JP');
  // Other requests don't change it.
  await client.fetch('/api/auth/session', { headers: { 'accept-language': 'fr' } });
  await client.fetch('/api/me/spaces', { headers: { 'accept-language': 'fr' } });
  expect((await stored(user.id)).locale).toBe('en-JP');
});

it.each([
  ['the same locale', 'de-DE,en;q=0.5'],
  ['no header', undefined],
  ['a header of 10 KB', 'en_GB-'.repeat(1_700)],
  ['a malformed header', ';;q=,,<script>,../..,en_GB;q=x'],
  ['any language', '*'],
])('a login with %s writes nothing', async (_what, language) => {
  const person = await newPerson(server);
  const { user } = person;
  await server.db.updateTable('users').set({ locale: 'en-DE' }).where('id', '=', user.id).execute();
  const before = await stored(user.id);
  const login = { email: user.email, password: person.password };
  const response = await post(server.client(), '/api/auth/sign-in', login, language);
  expect(response.status).toBe(200);
  expect(await stored(user.id)).toEqual(before);
});

it('an account that is created after the response, and its first email, have the locale of the request', async () => {
  const email = `grace-${newId()}@example.com`;
  const fields = { first_name: 'Grace', last_name: 'Hopper', email, password: 'secret-1' };
  await post(confirming.client(), '/api/auth/sign-up', fields, 'en-XA');
  const message = await vi.waitFor(async () => {
    const [found] = await emailsTo(confirming, email);
    if (!found) throw new Error('no email yet');
    return found;
  }, 20_000);
  expect(message.locale).toBe('en-XA');
  const user = await confirming.db
    .selectFrom('users')
    .select('locale')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(user.locale).toBe('en-XA');
  const arrived = await vi.waitFor(async () => {
    const sent = await confirming.db
      .selectFrom('local_mailbox')
      .select(['subject', 'html', 'text'])
      .where('recipient', '=', email)
      .executeTakeFirst();
    if (!sent) throw new Error('not sent yet');
    return sent;
  }, 20_000);
  const rendered = await withLocale('en-XA', () =>
    renderEmail(
      emailTemplate(confirming, message.template),
      message.values,
      confirming.running.platform.config.brandName,
    ),
  );
  expect(arrived).toEqual(rendered);
  expect(arrived.subject).toContain('Çöñfîŕm');
  expect(arrived.html).toContain('lang="en-XA"');
});

it('the database rejects a locale that formatters would not accept', async () => {
  const { user } = await newPerson(server);
  for (const locale of ['', 'en_US', 'english', 'en-US-u-hc-h23', `en-${'x'.repeat(40)}`, 'en-US\n']) {
    const update = server.db.updateTable('users').set({ locale }).where('id', '=', user.id).execute();
    await expect(update, JSON.stringify(locale)).rejects.toThrow('users_locale_check');
  }
});
