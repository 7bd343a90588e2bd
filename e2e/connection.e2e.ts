import { expect, type Page, test } from './test.ts';

// The network is lost and comes back: what the page shows, and what stays reachable.

async function logIn(page: Page, name: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${name}@demo.hearth.local`);
  await page.getByLabel('Password', { exact: true }).fill('hearth-demo');
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/space');
}

const offline = (page: Page) => page.getByText("You're offline");
const mark = (page: Page) => page.getByRole('banner').getByText('Offline', { exact: true });

test('The offline toast disappears when the network is back, and covers no buttons', async ({ page }) => {
  await logIn(page, 'maya');
  const headers = { origin: new URL(page.url()).origin };
  const send = async (path: string, data: object) =>
    (await (await page.request.post(path, { data, headers })).json()) as Record<
      string,
      { id: string; slug: string }
    >;
  const subdomain = `e2e-${Date.now().toString(36)}-${test.info().project.name}`;
  const { space } = await send('/api/spaces', { name: 'Tunnel', subdomain });
  const draft = {
    client_id: crypto.randomUUID(),
    title: 'On the train',
    body: '<p>Here.</p>',
    upload_ids: [],
  };
  const { post } = await send(`/api/spaces/${space?.id}/posts`, draft);
  await page.goto(`/${subdomain}/post/${post?.slug}`);
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  await expect(async () => {
    if (!(await field.isVisible()))
      await page.getByRole('button', { name: 'Write a comment' }).click({ timeout: 3_000 });
    await expect(field).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await field.fill('Written on the way.');

  await page.context().setOffline(true);
  await expect(offline(page)).toBeVisible();
  await expect(page.getByText("Changes will sync when you're back.")).toBeVisible();
  await page.getByRole('button', { name: 'Comment', exact: true }).click({ trial: true, timeout: 3_000 });
  // The toast disappears like any other; the header shows the state as long as it lasts.
  await expect(offline(page)).toBeHidden({ timeout: 15_000 });
  await expect(mark(page)).toBeAttached();

  await page.context().setOffline(false);
  await expect(page.getByText('Back online')).toBeVisible();
  await expect(page.getByText('Syncing data…')).toBeVisible();
  await expect(mark(page)).toHaveCount(0);
});

test('The offline toast promises no sync after a change failed', async ({ page }) => {
  await logIn(page, 'maya');
  await page.goto('/analog-photography/space');
  const like = page.getByRole('feed', { name: 'Posts' }).getByRole('button', { name: /Like/ }).first();
  await expect(like).toBeVisible();
  // Requests fail while the browser still reports a network.
  await page.route('**/api/**', (route) => route.abort());
  await like.click();
  await expect(page.locator('.toast')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("Your last change wasn't sent. Try again when you're back.")).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByText("Changes will sync when you're back.")).toHaveCount(0);
  await page.unrouteAll();
  await page.context().setOffline(false);
  await expect(page.getByText('Back online')).toBeVisible();
});

test('Menus that cannot be loaded keep the page, and open once the network is back', async ({ page }) => {
  await logIn(page, 'maya');
  await page.goto('/analog-photography/space');
  const feed = page.getByRole('feed', { name: 'Posts' });
  await expect(feed.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const failed = page.locator('.toast').getByText("Couldn't load this");
  const account = page.getByRole('button', { name: /(Your account|Profile)/ });
  const more = feed.getByRole('button', { name: 'More' }).first();
  for (const button of [account, more, page.getByRole('button', { name: 'Search or run a command' })]) {
    await button.click();
    await expect(page.getByText('Reconnecting...')).toBeVisible();
    await expect(page.getByText('Reconnecting...')).toBeHidden();
    await expect(failed).toBeVisible();
    await expect(feed.getByRole('article').first()).toBeVisible();
  }
  await expect(page.getByText(/Something went wrong|Failed to fetch/)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByText('Back online')).toBeVisible();
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await account.click();
  const logOut = page.getByRole('menuitem', { name: 'Log Out' });
  await expect(logOut).toBeVisible();

  await page.context().setOffline(true);
  await logOut.click();
  await expect(page.getByRole('heading', { name: "You're logged out" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
});

test('What could not be loaded during an outage appears after it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones show the agenda, which needs no further request.');
  await logIn(page, 'maya');
  await page.goto('/analog-photography/space');
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).first();
  await tab.click();
  const day = page.getByRole('main').getByRole('region').first();
  await expect(day).toBeVisible({ timeout: 15_000 });
  // Another month needs another request.
  await page.route('**/api/**', (route) => route.abort());
  await page.context().setOffline(true);
  await expect(mark(page)).toBeAttached();
  await page.getByRole('link', { name: 'Next month' }).click();
  await expect(page.getByText(/Couldn't load/).first()).toBeVisible({ timeout: 15_000 });
  await page.unrouteAll();
  await page.context().setOffline(false);
  await expect(page.getByText('Back online')).toBeVisible();
  await expect(page.getByText(/Couldn't load/)).toHaveCount(0);
  await expect(day).toBeVisible();
});
