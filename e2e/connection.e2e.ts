import { interruptible } from './interruptions.ts';
import { expect, type Page, test } from './test.ts';
import { expectUncovered, watchFor } from './watch.ts';

// The network is lost and comes back: what the page shows, and what stays reachable.

const offline = (page: Page) => page.getByText("You're offline");
/** Takes the page's network away, and resolves once its toast appeared: that is shown for five seconds only. */
async function loseNetwork(page: Page, description: string): Promise<void> {
  const toastAppeared = await watchFor(page, "You're offline", description);
  await page.context().setOffline(true);
  await toastAppeared();
}
/** Gives the page its network back, and resolves once its toast appeared: that is shown for three seconds only. */
async function backOnline(page: Page): Promise<void> {
  const toastAppeared = await watchFor(page, 'Back online', 'Syncing data…');
  await page.context().setOffline(false);
  await toastAppeared();
}
const mark = (page: Page) => page.getByRole('banner').getByText('Offline', { exact: true });

test('The offline toast disappears when the network is back, and covers no buttons', async ({ people }) => {
  const { member, space, write } = await people.scene('Tunnel');
  const { page } = member;
  const post = await write('On the train');
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  const button = page.getByRole('button', { name: 'Write a comment' });
  await button.click();
  await field.fill('Written on the way.');

  await loseNetwork(page, "Changes will sync when you're back.");
  await expectUncovered(page.getByRole('button', { name: 'Comment', exact: true }));
  // The toast disappears like any other; the header shows the state as long as it lasts.
  await expect(offline(page)).toBeHidden();
  await expect(mark(page)).toBeAttached();

  await backOnline(page);
  await expect(mark(page)).toHaveCount(0);
});

test('The offline toast promises no sync after a change failed', async ({ people }) => {
  const { member, space, write } = await people.scene('Tunnel');
  const { page } = member;
  await write('On the train');
  const requests = await interruptible(page, '**/api/**');
  await page.goto(`/${space.subdomain}/space`);
  const like = page.getByRole('feed', { name: 'Posts' }).getByRole('button', { name: /Like/ }).first();
  await expect(like).toBeVisible();
  // Requests fail while the browser still reports a network.
  requests.interrupt();
  await like.click();
  await expect(page.locator('.toast')).toBeVisible();
  await loseNetwork(page, "Your last change wasn't sent. Try again when you're back.");
  await expect(page.getByText("Changes will sync when you're back.")).toHaveCount(0);
  requests.restore();
  await backOnline(page);
});

test('What was loaded in time opens offline; other menus keep the page, and open with the network', async ({
  people,
}) => {
  const { owner, space, write } = await people.scene('Tunnel');
  const { page } = owner;
  await write('On the train');
  await page.goto(`/${space.subdomain}/space`);
  const feed = page.getByRole('feed', { name: 'Posts' });
  await expect(feed.getByRole('article').first()).toBeVisible();
  const isLoaded = (script: RegExp) =>
    page.evaluate(
      (name) => performance.getEntriesByType('resource').some((entry) => new RegExp(name).test(entry.name)),
      script.source,
    );
  for (const script of [/(profile-menu|account-sheet)-/, /post-form-/, /rich-text-editor-/])
    await expect.poll(() => isLoaded(script)).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Write something' }).click();
  await page.keyboard.type('Written in a tunnel');
  const form = page.getByRole('form', { name: 'Write a post' });
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Written in a tunnel');
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  const logOut = page
    .getByRole('menuitem', { name: 'Log Out' })
    .or(page.getByRole('button', { name: 'Log Out' }));
  const account = page.getByRole('button', { name: /(Your account|Profile)/ });
  await account.click();
  await expect(logOut).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(logOut).toBeHidden();
  const failed = page.locator('.toast').getByText("Couldn't load this");
  const more = feed.getByRole('button', { name: 'More' }).first();
  for (const button of [more, page.getByRole('button', { name: 'Search or run a command' })]) {
    const retried = await watchFor(page, 'Reconnecting...');
    await button.click();
    await retried();
    await expect(page.getByText('Reconnecting...')).toBeHidden();
    await expect(failed).toBeVisible();
    await expect(feed.getByRole('article').first()).toBeVisible();
  }
  await expect(page.getByText(/Something went wrong|Failed to fetch/)).toHaveCount(0);
  await backOnline(page);
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await account.click();
  await expect(logOut).toBeVisible();

  await page.context().setOffline(true);
  await logOut.click();
  await expect(page.getByRole('heading', { name: "You're logged out" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});

test('A comment can be written offline, and what failed to load opens once the network is back', async ({
  people,
}) => {
  const { member, space, write } = await people.scene('Tunnel');
  const { page } = member;
  const post = await write('On the train');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const files = '**/assets/{comment-composer,go-keys}-*.js';
  await page.route(files, (route) => route.abort());
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  const button = page.getByRole('button', { name: 'Write a comment' });
  const field = page.getByRole('textbox', { name: 'Write a comment' });
  const toast = page.locator('.toast');
  // A toast of something else, such as a badge, may take its place at once.
  const failed = await watchFor(page, "Couldn't load this", 'Check your connection and try again.');
  await button.click();
  await failed();
  await expect(toast).not.toContainText('version');
  // Otherwise, it could be taken for the toast that follows the keys.
  await expect(toast).toBeHidden();
  const failedAgain = await watchFor(page, "Couldn't load this");
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await failedAgain();
  await page.unrouteAll({ behavior: 'wait' });
  await button.click();
  await expect(field).toBeVisible();

  await page.reload();
  const isLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /comment-composer-/.test(name)),
    );
  await expect.poll(isLoaded).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await button.click();
  await field.fill('Written in a tunnel');
  await expect(field).toHaveText('Written in a tunnel');
  await page.context().setOffline(false);
  expect(errors).toEqual([]);
});

test('What could not be loaded during an outage appears after it', async ({ people, isMobile }) => {
  test.skip(isMobile, 'Phones show the agenda, which needs no further request.');
  const { member, space } = await people.scene('Tunnel');
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).first();
  await tab.click();
  const nextMonth = page.getByRole('link', { name: 'Next month' });
  const day = page.getByRole('main').getByRole('region').first();
  // The feed has regions, too.
  await expect(nextMonth).toBeVisible();
  await expect(day).toBeVisible();
  // Another month needs another request.
  await page.route('**/api/**', (route) => route.abort());
  await page.context().setOffline(true);
  await expect(mark(page)).toBeAttached();
  await nextMonth.click();
  const failure = page.getByRole('main').getByText(/You're offline/);
  await expect(failure).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await backOnline(page);
  await expect(failure).toHaveCount(0);
  await expect(day).toBeVisible();
});
