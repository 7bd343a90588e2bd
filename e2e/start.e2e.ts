import { expect, type Page, test } from './test.ts';

// What happens until the scripts of a page run, and if they can't be loaded.

const scripts = /assets\/.*\.js$/;
const entry = /assets\/entry-client.*\.js$/;
const failure = (page: Page) => page.getByText('Failed to load the application. Please refresh the page.');
const waiting = (page: Page) => page.locator('html[data-waiting]');
const form = (page: Page) => page.getByRole('form', { name: 'Write a post' });
const write = (page: Page) => page.getByRole('button', { name: 'Write something' }).click();

test('A press before the scripts have loaded counts once they have', async ({ people }) => {
  const { member, space } = await people.scene('Slow train');
  const { page } = member;
  const scripts = Promise.withResolvers<void>();
  await page.route(entry, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/${space.subdomain}/space`, { waitUntil: 'commit' });
  await write(page);
  await expect(waiting(page)).toHaveCount(1);
  expect(await form(page).isVisible()).toBe(false);
  scripts.resolve();
  await expect(form(page)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

test('A page whose scripts get lost says so, keeps what was typed, and works once they load', async ({
  page,
}) => {
  await page.route(scripts, (route) => route.abort());
  await page.goto('/discover', { waitUntil: 'commit' });
  const field = page.getByRole('searchbox', { name: 'Search spaces' });
  await field.fill('Tintype');
  const sort = page.getByRole('button', { name: 'Recommended' });
  await sort.click();
  await expect(failure(page)).toBeVisible();
  // The press is dropped, and nothing waits any longer.
  await expect(waiting(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  // A press tries again.
  await sort.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page).toHaveURL(/q=Tintype/);
  await expect(field).toHaveValue('Tintype');
  await expect(failure(page)).toHaveCount(0);
});

test('A page whose scripts are gone is reloaded once', async ({ people }) => {
  const { member, space } = await people.scene('Deployed');
  const { page } = member;
  let isGone = true;
  let visits = 0;
  await page.route(entry, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  page.on('domcontentloaded', () => {
    visits += 1;
  });
  await page.goto(`/${space.subdomain}/space`, { waitUntil: 'commit' });
  await expect(failure(page)).toBeVisible();
  expect(visits).toBe(2);
  isGone = false;
  await write(page);
  await expect(form(page)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  expect(visits).toBe(2);
});

test('Scripts that arrive before the whole page wait for it', async ({ people }) => {
  const { member, space } = await people.scene('Hidden tab');
  const { page } = member;
  const arrived = page.waitForEvent('requestfinished', (request) => entry.test(request.url()));
  // The rest of the page waits for its styles.
  await page.route(/\.css$/, async (route) => {
    await arrived;
    await route.continue();
  });
  // A tab that isn't in sight loads them at once.
  await page.addInitScript("Object.defineProperty(document, 'hidden', { get: () => true })");
  await page.goto(`/${space.subdomain}/space`);
  await write(page);
  await expect(form(page)).toBeVisible();
});

test('A page opens its live connection once it is hydrated', async ({ people }) => {
  const { member, space } = await people.scene('Slow phone');
  const { page } = member;
  // The page waits while its module does.
  await page.route(/assets\/feed-page-.*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = `await new Promise((resolve) => { globalThis.goOn = resolve; });\n${await response.text()}`;
    await route.fulfill({ response, body });
  });
  const live: string[] = [];
  page.on('request', (request) => {
    if (/assets\/start-live-/.test(request.url())) live.push(request.url());
  });
  await page.goto(`/${space.subdomain}/space`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'goOn' in globalThis);
  // Idle tasks run in their order, so one that was requested before has run.
  const isIdle = 'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)))';
  await page.evaluate(isIdle);
  expect(live).toEqual([]);
  await page.evaluate('goOn()');
  await expect.poll(() => live).toHaveLength(1);
});

/** Records the formatters of `Intl` that a page creates in `created`. */
const recordFormatters = `
  globalThis.created = [];
  const kinds = ['Collator', 'DateTimeFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames'];
  for (const name of kinds) {
    const record = (how) => (...call) => {
      created.push(name);
      return Reflect[how](...call);
    };
    Intl[name] = new Proxy(Intl[name], { construct: record('construct'), apply: record('apply') });
  }
`;

for (const reader of ['visitor', 'member'] as const)
  test(`A feed of a ${reader} needs no formatter of Intl, the first of which takes a slow phone 100 ms`, async ({
    people,
    page: visitor,
  }) => {
    const { owner, member, space, write } = await people.scene('Quick start');
    const post = await write('Ilford or Kodak?');
    await owner.send(`/api/posts/${post.id}/like`, {}, 'PUT');
    const page = reader === 'member' ? member.page : visitor;
    const open = async () => {
      // It is the last thing that starts.
      const live = page.waitForEvent('websocket');
      await page.goto(`/${space.subdomain}/space`);
      await expect(page.getByText('just now').first()).toBeVisible();
      await live;
    };
    // The first page of a member compares time zones.
    if (reader === 'member') await open();
    await page.addInitScript(recordFormatters);
    await open();
    expect(await page.evaluate('created')).toEqual([]);
  });
