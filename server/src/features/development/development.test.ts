import { beforeAll, expect, it } from 'vitest';
import type { RunningServer } from '#server/main.ts';
import { newId } from '#server/platform/ids.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';
import { demoEmailDomain, hasDemoSignIn } from './development.policy.ts';
import { peoplePage } from './development.view.ts';

const demo = ownServer('the demo is off', { DEMO: 'off' });
let running: RunningServer;
beforeAll(async () => {
  // The demo isn't seeded, because there is a person already.
  await newPerson(demo);
  running = await demo.another({ DEMO: 'on' });
});

/** Makes someone one of the people of the demo. */
async function putIntoDemo({ user }: TestPerson, fields: { bio?: string; avatar_url?: string } = {}) {
  const email = `${newId()}${demoEmailDomain}`;
  await demo.db
    .updateTable('users')
    .set({ email, ...fields })
    .where('id', '=', user.id)
    .execute();
}
const readPage = async () => await (await fetch(`${running.url}/dev/people`)).text();
const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${running.url}/dev/people`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: running.url, ...headers },
    redirect: 'manual',
  });
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
/** Returns the ID of who is signed in with a cookie. */
async function signedInWith(cookie: string): Promise<string | undefined> {
  const response = await fetch(`${running.url}/api/auth/session`, { headers: { cookie } });
  return ((await response.json()) as { user: { id: string } | null }).user?.id;
}

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
  const [owner, other] = [await newPerson(demo, 'Demo'), await newPerson(demo, 'Other')];
  const { subdomain } = await newSpace(owner);
  await putIntoDemo(owner);
  const page = await fetch(`${running.url}/dev/people`);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(page.headers.get('cache-control')).toBe('no-store');
  const html = await page.text();
  expect(html).toContain(owner.user.id);
  expect(html).not.toContain(other.user.id);

  const signedIn = await send({ user_id: owner.user.id, subdomain });
  expect(signedIn.status).toBe(303);
  expect(signedIn.headers.get('location')).toBe(`/${subdomain}/space`);
  expect(await signedInWith(cookieOf(signedIn))).toBe(owner.user.id);

  expect((await send({ user_id: other.user.id, subdomain })).status).toBe(404);
  expect((await send({ user_id: owner.user.id, subdomain: '//evil.example' })).status).toBe(404);
  expect((await send({ user_id: owner.user.id })).status).toBe(404);
  expect((await send({ user_id: 'x', subdomain })).status).toBe(404);
  const foreign = await send({ user_id: owner.user.id, subdomain }, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
});

it('Signing in as another demo person ends the session before', async () => {
  const people = [await newPerson(demo), await newPerson(demo)] as const;
  const { subdomain } = await newSpace(people[0]);
  for (const person of people) await putIntoDemo(person);
  const first = cookieOf(await send({ user_id: people[0].user.id, subdomain }));
  const second = cookieOf(await send({ user_id: people[1].user.id, subdomain }, { cookie: first }));
  expect([await signedInWith(first), await signedInWith(second)]).toEqual([undefined, people[1].user.id]);
});

it('The page lists the demo people of each space: the owner, admins, then members by name', async () => {
  const owner = await newPerson(demo, 'Zoe');
  const space = await newSpace(owner);
  const elsewhere = await newSpace(owner, { is_private: true });
  const join = (name: string) => newMember(demo, space, name);
  const [cora, abel, yan] = [await join('Cora'), await join('Abel'), await join('Yan')];
  const [left, stranger] = [await join('Lea'), await join('Otto')];
  await setRole(demo, space.id, yan.user.id, 'admin');
  await left.call('leave_space', { space_id: space.id });
  await putIntoDemo(owner, { bio: 'Bakes <bread>' });
  await putIntoDemo(abel, { avatar_url: '/files/abel.webp' });
  for (const person of [cora, yan, left]) await putIntoDemo(person);

  const sections = (await readPage()).split('<section').slice(1);
  const sectionOf = ({ name }: { name: string }) =>
    sections.filter((section) => section.includes(`>${name} <small>`));
  const [section = '', ...more] = sectionOf(space);
  expect(more).toEqual([]);
  const entries = section.split('<li>').slice(1);
  const ids = entries.map((entry) => /name="user_id" value="([^"]+)"/.exec(entry)?.[1]);
  expect(ids).toEqual([owner, yan, abel, cora].map(({ user }) => user.id));
  expect(section).not.toContain(stranger.user.id);
  expect(section).toContain('public · 4 people');
  expect(entries.map((entry) => /class="role">(\w+)</.exec(entry)?.[1])).toEqual([
    'owner',
    'admin',
    undefined,
    undefined,
  ]);
  expect(entries.map((entry) => /aria-hidden="true">(\w+)</.exec(entry)?.[1])).toEqual([
    'ZT',
    'YT',
    undefined,
    'CT',
  ]);
  expect(entries[0]).toContain('Bakes &lt;bread&gt;');
  expect(entries[2]).toContain('<img src="/files/abel.webp"');
  for (const entry of entries) expect(entry).toContain(`name="subdomain" value="${space.subdomain}"`);

  const [privateSection = ''] = sectionOf(elsewhere);
  expect(privateSection).toContain('private · 1 people');
  expect(privateSection).toContain(owner.user.id);
});

it('The page says so if there are no demo people', () => {
  expect(peoplePage([], 'Hearth')).toContain('There is no demo data.');
});
