import { findAxeProblems } from '../tools/screens/check-axe.ts';
import type { Person } from './people.ts';
import { expect, type Page, test } from './test.ts';

// Categories with access rules: closed while a member reads, and opened again.

const feedOf = (page: Page) => page.getByRole('feed', { name: 'Posts' });
const lockOf = (page: Page) => page.getByRole('region', { name: 'Locked' });

/** Closes the category on screen to everyone whom no one gives access, as its owner does. */
async function closeCategory({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Who can open it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  const rule = dialog.getByRole('combobox', { name: 'Rule 1' });
  // By keyboard: the list settles while it opens, and a slow press of the mouse could end on the option next to it.
  await rule.press('Enter');
  await page.getByRole('option', { name: 'Access given by hand' }).press('Enter');
  await expect(rule).toContainText('Access given by hand');
  expect(await findAxeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(dialog).toBeHidden();
}

test('A category that is closed while a member reads it disappears, and is back once they may open it', async ({
  people,
}) => {
  const { owner, member, space, write } = await people.scene();
  await write('For everyone at first');
  const { space: seen } = await owner.send<{ space: { categories: { id: string }[] } }>(
    `/api/spaces/by-subdomain/${space.subdomain}`,
    undefined,
    'GET',
  );
  const category = seen.categories[0]?.id ?? '';
  const address = `/${space.subdomain}/space?category=${category}`;
  const { page } = member;
  await page.goto(address);
  await expect(feedOf(page).getByRole('heading', { name: 'For everyone at first' })).toBeVisible();
  await owner.page.goto(address);
  await closeCategory(owner);

  // The open page of the member follows without a reload, and so does a page that is loaded now.
  await expect(lockOf(page)).toBeVisible();
  await expect(page.getByText('For everyone at first')).toHaveCount(0);
  await expect(lockOf(page)).toContainText('Get access from the owner or an admin');
  expect(await findAxeProblems(page)).toEqual([]);
  await page.reload();
  await expect(lockOf(page)).toBeVisible();
  await expect(page.getByText('For everyone at first')).toHaveCount(0);
  // The owner still reads it.
  await expect(feedOf(owner.page).getByRole('heading', { name: 'For everyone at first' })).toBeVisible();

  await owner.send(`/api/spaces/${space.id}/categories/${category}/grants`, {
    client_id: crypto.randomUUID(),
    to: { user_id: member.id },
  });
  await expect(feedOf(page).getByRole('heading', { name: 'For everyone at first' })).toBeVisible();
  await expect(lockOf(page)).toHaveCount(0);
  // Posts arrive live again.
  await write('For the circle', { category_id: category });
  await page.getByRole('button', { name: '1 new post' }).click();
  await expect(feedOf(page).getByRole('heading', { name: 'For the circle' })).toBeVisible();
});
