import { startTestProvider, type TestProvider } from '#testing/fakes/external-provider.ts';
import { RealServer } from './server.ts';
import { type Browser, type BrowserContext, expect, type Page, test } from './test.ts';

// Login with an external provider in the browser: a new user, one with an existing address, and failed attempts.

// One server for all tests of this file.
test.describe.configure({ mode: 'default' });
let server: RealServer;
let provider: TestProvider;

test.beforeAll(async () => {
  server = await RealServer.open(async (url) => {
    provider = await startTestProvider(url);
    return { ...provider.settings, RATE_LIMITS: 'off' };
  });
});
test.afterAll(async () => {
  await server?.close();
  await provider?.stop();
});

async function openBrowser(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: server.url });
  return { context, page: await context.newPage() };
}

/** Opens the provider from the login dialog and logs in there as `subject` with its own forms. */
async function goThere(page: Page, subject: string, from = '/login'): Promise<void> {
  await page.goto(from);
  await page.getByRole('button', { name: 'Continue with Village pass' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const whoIs = async (page: Page): Promise<string | undefined> => {
  const response = await page.request.get('/api/auth/session');
  return ((await response.json()) as { user: { email: string } | null }).user?.email;
};

test('A new user logs in with the provider and continues to the original page', async ({ browser }) => {
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' });
  const { context, page } = await openBrowser(browser);
  await goThere(page, 'ada', '/login?redirect=%2Fcreate-space');
  await page.waitForURL('**/create-space');
  expect(await whoIs(page)).toBe('ada@example.com');
  await context.close();
});

test('An account with the same address is linked only if the provider has verified the address', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await page.goto('/signup');
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/discover');
  // No page is open that would navigate by itself at the end of the session.
  await page.goto('about:blank');
  await page.request.post('/api/auth/sign-out', { data: {} });

  provider.people.set('mallory', { email: 'grace@example.com', email_verified: false, name: 'Mallory' });
  await goThere(page, 'mallory');
  await page.waitForURL('**/login');
  await expect(page.getByText(/not confirmed|verified/i)).toBeVisible();
  expect(await whoIs(page)).toBeUndefined();
  await context.close();

  provider.people.set('grace', { email: 'Grace@Example.com', email_verified: true, name: 'Grace Hopper' });
  const other = await openBrowser(browser);
  await goThere(other.page, 'grace');
  await other.page.waitForURL('**/discover');
  expect(await whoIs(other.page)).toBe('grace@example.com');
  await other.context.close();
});

test('A rejected code, a code without an attempt, and no code lead to the login dialog', async ({
  browser,
}) => {
  const { context, page } = await openBrowser(browser);
  await page.goto('/auth/callback');
  await page.waitForURL('**/login');
  await expect(page.getByRole('dialog')).toBeVisible();

  await page.goto('/auth/callback?code=stolen&state=nobody&iss=x');
  await page.waitForURL('**/login');
  await expect(page.locator('[data-toast], .toast').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'LOG IN' })).toBeVisible();

  await page.getByRole('button', { name: 'Continue with Village pass' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill('ada');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.waitForURL('**/login');
  expect(await whoIs(page)).toBeUndefined();
  await context.close();
});
