import { type APIRequestContext, type Browser, expect, type Page, test } from './test.ts';

// A user asks to join, is declined and then approved, leaves, and is banned by name. Each page shows it live.

interface Person {
  page: Page;
  request: APIRequestContext;
}
let count = 0;

async function newPerson(browser: Browser, firstName: string): Promise<Person> {
  count += 1;
  const baseURL = test.info().project.use.baseURL ?? '';
  const { viewport, hasTouch, isMobile } = test.info().project.use;
  const context = await browser.newContext({
    baseURL,
    viewport,
    hasTouch,
    isMobile,
    extraHTTPHeaders: { origin: baseURL },
  });
  const response = await context.request.post('/api/auth/sign-up', {
    data: {
      first_name: firstName,
      last_name: 'Story',
      email: `${firstName}-${Date.now()}-${count}@example.com`.toLowerCase(),
      password: 'a-secret-word',
    },
  });
  expect(response.ok()).toBe(true);
  await context.setExtraHTTPHeaders({});
  return { page: await context.newPage(), request: context.request };
}

test('A join request is resolved live, and a former member is banned by name', async ({ browser }) => {
  const owner = await newPerson(browser, 'Olive');
  const guest = await newPerson(browser, 'Greta');
  const headers = { origin: test.info().project.use.baseURL ?? '' };
  const subdomain = `quiet-${Date.now()}`;
  const created = await owner.request.post('/api/spaces', {
    headers,
    data: { name: 'Quiet Readers', subdomain, is_private: true },
  });
  const { space } = await created.json();

  const { page } = guest;
  await page.goto(`/${subdomain}/about`);
  const askToJoin = page.getByRole('button', { name: 'Ask to join' }).first();
  const ask = async () => {
    await askToJoin.click();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('button', { name: 'Request sent' }).first()).toBeVisible();
  };
  const decide = async (name: 'Decline' | 'Approve') => {
    await owner.page.goto(`/${subdomain}/space/members?tab=requests`);
    await owner.page.getByRole('button', { name: `${name} Greta Story` }).click();
  };
  await ask();
  await decide('Decline');
  const declined = page.getByText("Your request to join wasn't approved");
  await expect(declined).toHaveCount(1);
  await expect(askToJoin).toBeVisible();
  await ask();
  await decide('Approve');
  await expect(page.getByText("You're now a member of Quiet Readers.")).toBeVisible();
  await page.goto('/notifs');
  await expect(page.getByText('Your request to join was approved')).toBeVisible();
  await page.getByRole('link', { name: /Your request to join was approved/ }).click();
  await expect(page).toHaveURL(new RegExp(`/${subdomain}/space`));

  const left = await guest.request.delete(`/api/spaces/${space.id}/membership`, { headers });
  expect(left.ok()).toBe(true);
  await page.goto(`/${subdomain}/about`);
  await expect(askToJoin).toBeVisible();
  await owner.page.goto(`/${subdomain}/space/members?tab=banned`);
  await owner.page.getByRole('button', { name: 'Ban someone' }).click();
  await owner.page.getByRole('combobox', { name: 'Member or former member' }).fill('gret');
  await owner.page.getByRole('option', { name: /Greta Story/ }).click();
  await owner.page.getByRole('button', { name: 'Ban Greta Story' }).click();
  await expect(owner.page.getByRole('button', { name: 'Unban Greta Story' })).toBeVisible();
  await expect(page.getByText('You were banned from this space').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask to join' })).toHaveCount(0);
  await owner.page.getByRole('button', { name: 'Unban Greta Story' }).click();
  await expect(askToJoin).toBeVisible();
});
