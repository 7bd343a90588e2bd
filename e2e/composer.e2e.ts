import { findAxeProblems } from '../tools/screens/check-axe.ts';
import { logOut, openMenu, writePost } from './people.ts';
import { expect, type Page, test } from './test.ts';

// Writing: a draft on two devices, a poll, a mention, and a post edited in two windows.

const feedOf = (page: Page) => page.getByRole('feed', { name: 'Posts' });
const formOf = (page: Page) => page.getByRole('form', { name: 'Write a post' });

async function openForm(page: Page, button: RegExp | string = 'Write something') {
  await page.getByRole('button', { name: button }).click();
  await expect(formOf(page)).toBeVisible();
  return formOf(page);
}

test('A draft appears on another device, follows changes, and ends on both when it is posted', async ({
  people,
}) => {
  const { member, space } = await people.scene('Writing room');
  const path = `/${space.subdomain}/space`;
  const { page: phone } = member;
  const desk = await people.device(member);
  await phone.goto(path);
  const onPhone = await openForm(phone);
  await onPhone.getByLabel('Title').fill('Begun on the phone');
  await onPhone.getByRole('textbox', { name: 'Text' }).pressSequentially('Some words');
  await expect(onPhone.getByText('Saved', { exact: true })).toBeVisible();

  await desk.goto(path);
  const atDesk = await openForm(desk, 'Draft Begun on the phone');
  await expect(atDesk.getByLabel('Title')).toHaveValue('Begun on the phone');
  await expect(atDesk.getByRole('textbox', { name: 'Text' })).toHaveText('Some words');
  await atDesk.getByLabel('Title').fill('Finished at the desk');
  await expect(onPhone.getByLabel('Title')).toHaveValue('Finished at the desk');

  // Both continue offline. When the network is back, neither text is lost.
  await phone.context().setOffline(true);
  await onPhone.getByLabel('Title').fill('Typed in a tunnel');
  await expect(onPhone.getByText("Saved on this device. Will sync when you're back online.")).toBeVisible();
  await atDesk.getByLabel('Title').fill('Typed meanwhile');
  await expect(atDesk.getByText('Saved', { exact: true })).toBeVisible();
  await phone.context().setOffline(false);
  await expect(onPhone.getByText('You have a different draft from another device')).toBeVisible({
    timeout: 15_000,
  });
  const other = onPhone.getByRole('status').filter({ hasText: 'another device' });
  const titles = [
    await onPhone.getByLabel('Title').inputValue(),
    (await other.filter({ hasText: 'tunnel' }).count()) > 0 ? 'Typed in a tunnel' : 'Typed meanwhile',
  ];
  expect(titles.sort()).toEqual(['Typed in a tunnel', 'Typed meanwhile']);
  // Posted right away, before the choice has been saved.
  await onPhone.getByRole('button', { name: 'Keep this version' }).click();
  await onPhone.getByLabel('Title').press('Control+Enter');
  await expect(feedOf(phone).getByRole('article')).toHaveCount(1);
  await expect(atDesk.getByLabel('Title')).toHaveValue('');
  await desk.reload();
  await expect(desk.getByRole('button', { name: 'Write something' })).toBeVisible();
});

test('A draft survives logging out and in', async ({ people }) => {
  const { member, space } = await people.scene('Writing room');
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  const form = await openForm(page);
  await form.getByLabel('Title').fill('Just before leaving');
  await openMenu(page);
  await logOut(page);
  await page.waitForURL('**/login');
  const back = await people.device(member);
  await back.goto(`/${space.subdomain}/space`);
  await expect(back.getByRole('button', { name: 'Draft Just before leaving' })).toBeVisible();
});

test('A poll is created, voted in by two users and closed, live', async ({ people }) => {
  const { owner, member, space } = await people.scene('Writing room');
  const path = `/${space.subdomain}/space`;
  await owner.page.goto(path);
  await member.page.goto(path);
  const form = await openForm(owner.page);
  await form.getByRole('button', { name: 'Poll' }).click();
  await form.getByLabel('Question').fill('Rye or wheat?');
  await form.getByLabel('Option 1', { exact: true }).fill('Rye');
  await form.getByLabel('Option 2', { exact: true }).fill('Wheat');
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(feedOf(owner.page).getByRole('heading', { name: 'Rye or wheat?' })).toBeVisible();

  await member.page.getByRole('button', { name: '1 new post' }).click();
  const poll = feedOf(member.page).getByRole('group', { name: 'Rye or wheat?' });
  await expect(poll.getByText('%')).toHaveCount(0);
  await poll.getByRole('radio', { name: 'Wheat' }).check();
  await poll.getByRole('button', { name: 'Vote' }).click();
  await expect(poll.getByText('100%')).toBeVisible();

  const owners = feedOf(owner.page).getByRole('group', { name: 'Rye or wheat?' });
  await expect(owners.getByText('1 person voted')).toBeVisible();
  await owners.getByRole('radio', { name: 'Rye' }).check();
  await owners.getByRole('button', { name: 'Vote' }).click();
  await expect(poll.getByText('2 people voted')).toBeVisible();
  await expect(poll.getByText('50%')).toHaveCount(2);
  for (const { page } of [owner, member]) expect(await findAxeProblems(page, 'fieldset')).toEqual([]);
  await owners.getByRole('button', { name: 'Close poll' }).click();
  await expect(poll.getByText('Closed')).toBeVisible();
  await expect(poll.getByRole('button')).toHaveCount(0);
});

test('A member mentioned with @ gets a notification', async ({ people }) => {
  const { owner, member, space } = await people.scene('Writing room');
  await member.page.goto(`/${space.subdomain}/space`);
  const form = await openForm(member.page);
  await form.getByLabel('Title').fill('A word with you');
  const text = form.getByRole('textbox', { name: 'Text' });
  await text.click();
  await text.pressSequentially('Ask @oli');
  await expect(member.page.getByRole('option', { name: /Olive Story/ })).toBeVisible();
  await text.press('Enter');
  await expect(text).toContainText('@Olive Story');
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  await feedOf(member.page).getByRole('link', { name: 'A word with you' }).click();
  await expect(member.page.locator('a[data-mention]')).toHaveText('@Olive Story');
  const { notifications } = await owner.send<{ notifications: { type: string }[] }>(
    '/api/notifications',
    {},
    'GET',
  );
  expect(notifications.map(({ type }) => type)).toContain('mention');
});

test('A post is edited in place, a second window detects the conflict, and the history shows the changes', async ({
  people,
}) => {
  const { member, owner, space } = await people.scene('Writing room');
  const post = await writePost(member, space, 'Bake it for an hour', { body: '<p>Then wait.</p>' });
  const { page } = member;
  const other = await page.context().newPage();
  await page.goto(`/${space.subdomain}/space`);
  await other.goto(`/${space.subdomain}/post/${post.slug}`);
  const editOf = (window: Page) => window.getByRole('form', { name: 'Edit post' });
  for (const window of [page, other]) {
    await window.getByRole('button', { name: 'More', exact: true }).first().click();
    await window.getByRole('menuitem', { name: 'Edit post' }).click();
    // Both start with the same text.
    await expect(editOf(window).getByLabel('Title')).toHaveValue('Bake it for an hour');
  }
  await editOf(page).getByLabel('Title').fill('Bake it for two hours');
  await editOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(feedOf(page).getByRole('heading', { name: 'Bake it for two hours' })).toBeVisible();
  await expect(feedOf(page).getByText('edited')).toBeVisible();

  await editOf(other).getByLabel('Title').fill('Bake it for three hours');
  await editOf(other).getByRole('button', { name: 'Save' }).click();
  await expect(editOf(other).getByText('Bake it for two hours')).toBeVisible();
  await editOf(other).getByRole('button', { name: 'Keep my version' }).click();
  await expect(other.getByRole('heading', { name: 'Bake it for three hours' })).toBeVisible();
  await expect(feedOf(page).getByRole('heading', { name: 'Bake it for three hours' })).toBeVisible();

  await other.getByRole('button', { name: 'More', exact: true }).first().click();
  await other.getByRole('menuitem', { name: 'Edit history' }).click();
  const history = other.getByRole('dialog', { name: 'Edit history' });
  await expect(history.getByRole('insertion').first()).toContainText('three');
  await expect(history.getByRole('deletion').first()).toContainText('two');
  await history.getByRole('button', { name: /close/i }).first().click();

  // If the post is deleted during editing, the text stays in the form.
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Edit post' }).click();
  await editOf(page).getByLabel('Title').fill('Typed in vain?');
  await owner.send(`/api/posts/${post.id}`, {}, 'DELETE');
  await editOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(editOf(page).getByText("Couldn't save your post")).toBeVisible();
  await expect(editOf(page).getByLabel('Title')).toHaveValue('Typed in vain?');
  await expect(editOf(page).getByRole('button', { name: 'Copy my text' })).toBeVisible();
});
