import { expect, test } from './test.ts';

// A user asks to join, is declined and then approved, leaves, and is banned by name. Each page shows it live.

test('A join request is resolved live, and a former member is banned by name', async ({ people }) => {
  const owner = await people.person('Olive');
  const guest = await people.person('Greta');
  const { id, subdomain } = await people.space(owner, 'Quiet Readers', { is_private: true });

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

  await guest.send(`/api/spaces/${id}/membership`, {}, 'DELETE');
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
