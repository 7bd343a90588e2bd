import { expect, it } from 'vitest';
import { newPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { demoEmailDomain, hasDemoSignIn } from './development.policy.ts';

const demo = ownServer('the demo is off', { DEMO: 'off' });

it.each([
  ['development', true, true],
  ['test', true, true],
  ['development', false, false],
  ['production', true, false],
  ['production', false, false],
] as const)('in %s with demo %s: %s', (environment, on, allowed) => {
  expect(hasDemoSignIn({ environment, demo: on })).toBe(allowed);
});

it('Demo sign-in does not exist without demo data', async () => {
  const client = demo.client();
  expect((await client.fetch('/dev/people')).status).toBe(404);
  const posted = await client.fetch('/dev/people', { method: 'POST', body: new URLSearchParams({}) });
  expect([404, 415]).toContain(posted.status);
});

it('Demo sign-in works for demo people only', async () => {
  // A demo person and another person exist before the demo server starts, so it does not seed any data.
  const owner = await newPerson(demo, 'Demo');
  const other = await newPerson(demo, 'Other');
  await owner.call('create_space', { name: 'A demo space', subdomain: 'demo-space' });
  await demo.db
    .updateTable('users')
    .set({ email: `owner${demoEmailDomain}` })
    .where('id', '=', owner.user.id)
    .execute();
  const running = await demo.another({ DEMO: 'on' });
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${running.url}/dev/people`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: running.url, ...headers },
      redirect: 'manual',
    });

  const page = await fetch(`${running.url}/dev/people`);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  const html = await page.text();
  expect(html).toContain('A demo space');
  expect(html).toContain(owner.user.id);
  expect(html).not.toContain(other.user.id);

  const signedIn = await send({ user_id: owner.user.id, subdomain: 'demo-space' });
  expect(signedIn.status).toBe(303);
  expect(signedIn.headers.get('location')).toBe('/demo-space/space');
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const session = await fetch(`${running.url}/api/auth/session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({ user: { id: owner.user.id } });

  expect((await send({ user_id: other.user.id, subdomain: 'demo-space' })).status).toBe(404);
  expect((await send({ user_id: owner.user.id, subdomain: '//evil.example' })).status).toBe(404);
  expect((await send({ user_id: 'x' })).status).toBe(404);
  const foreign = await send(
    { user_id: owner.user.id, subdomain: 'demo-space' },
    { origin: 'https://evil.example' },
  );
  expect(foreign.status).toBe(403);
});
