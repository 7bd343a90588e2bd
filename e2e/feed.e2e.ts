import sharp from 'sharp';
import { findAxeProblems } from '../tools/screens/check-axe.ts';
import { interruptible } from './interruptions.ts';
import { writePost } from './people.ts';
import { expect, type Page, test } from './test.ts';

// The feed and posts in use: positions are kept, windows stay in sync, access can be lost, texts can't.

/** Opens the comment box. */
async function beginComment(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Write a comment' });
  await button.click();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
}

const feedOf = (page: Page) => page.getByRole('feed', { name: 'Posts' });

test('Going back from a post restores the exact position, and new posts wait', async ({ people }) => {
  const { member, space, write } = await people.scene();
  for (let number = 1; number <= 30; number += 1) await write(`Post number ${number}`);
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  const card = feedOf(page)
    .getByRole('article')
    .filter({ hasText: /Post number 3Some/ });
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await expect(card).toBeVisible({ timeout: 500 });
  }).toPass();
  await card.scrollIntoViewIfNeeded();
  const before = (await card.boundingBox())?.y;
  await card.getByRole('link', { name: 'Post number 3', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await write('Written meanwhile');
  await page.goBack();
  await expect(page.getByRole('button', { name: '1 new post' })).toBeVisible();
  expect((await card.boundingBox())?.y).toBe(before);
  await page.getByRole('button', { name: '1 new post' }).click();
  await expect(feedOf(page).getByRole('heading').first()).toHaveText('Written meanwhile');
  await expect(feedOf(page).getByRole('heading').first()).toBeInViewport();
});

test('A tab keeps its scroll position', async ({ people }) => {
  const { member, space, write } = await people.scene();
  for (let number = 1; number <= 8; number += 1) await write(`Post number ${number}`);
  const { page } = member;
  const place = () => page.evaluate<number>('Math.round(scrollY)');
  // From another tab, because the browser restores the position of a page that was just loaded.
  await page.goto(`/${space.subdomain}/space/members`);
  const tabs = page.getByRole('navigation', { name: 'Story space' });
  await tabs.getByRole('link', { name: 'Feed' }).click();
  await expect(feedOf(page).getByRole('article')).toHaveCount(8);
  // Only as far as the tabs are still visible.
  await page.evaluate('scrollTo(0, 20)');
  await tabs.getByRole('link', { name: 'Members' }).click();
  await expect(feedOf(page)).toBeHidden();
  await expect.poll(place).toBe(0);
  await tabs.getByRole('link', { name: 'Feed' }).click();
  await expect(feedOf(page)).toBeVisible();
  await expect.poll(place).toBe(20);
});

test('A draft keeps its images after a reload, and a pasted image is added to it', async ({ people }) => {
  const { member, space } = await people.scene();
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  await page.getByRole('button', { name: 'Write something' }).click();
  const form = page.getByRole('form', { name: 'Write a post' });
  const text = form.getByRole('textbox', { name: 'Text' });
  await text.click();
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aa7755' } })
    .png()
    .toBuffer();
  // As text, because these names exist only in the browser.
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.items.add(
      new File([new Uint8Array([${[...png].join()}])], 'pasted.png', { type: 'image/png' }),
    );
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }`);
  await expect(form.getByRole('img', { name: 'pasted.png' })).toBeVisible();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await form.getByLabel('Title').fill('With a pasted picture');
  await page.reload();
  await page.getByRole('button', { name: 'Draft With a pasted picture' }).click();
  await expect(form.getByRole('img', { name: 'pasted.png' })).toBeVisible();
  await form.getByLabel('Title').press('Control+Enter');
  await expect(feedOf(page).getByRole('heading', { name: 'With a pasted picture' })).toBeVisible();
  await expect(feedOf(page).getByRole('button', { name: 'Open image 1 of 1' })).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Write something' })).toBeVisible();
});

test('An invalid image is rejected with the reason, and the rest stays', async ({ people }) => {
  const { member, space } = await people.scene();
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  await page.getByRole('button', { name: 'Write something' }).click();
  const form = page.getByRole('form', { name: 'Write a post' });
  await form.getByLabel('Title').fill('A text in disguise');
  await form
    .getByLabel('Choose files')
    .setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('only text') });
  await expect(form.getByText('fake.png: Invalid file. Please check file size and format.')).toBeVisible();
  await form.getByRole('button', { name: 'Remove fake.png' }).click();
  await expect(form.getByText('fake.png')).toHaveCount(0);
  await expect(form.getByLabel('Title')).toHaveValue('A text in disguise');
});

test('Likes and deletions are live, and a removed member sees a message', async ({ people }) => {
  const { owner, member, space, write } = await people.scene();
  const post = await write('Live in two windows');
  const { page } = member;
  const other = await page.context().newPage();
  for (const window of [page, other]) {
    await window.goto(`/${space.subdomain}/post/${post.slug}`);
    await expect(window.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Like, 0 likes' }).click();
  await expect(other.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');

  await beginComment(page);
  await page.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Soon gone');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const mine = other.getByRole('article', { name: 'Comment by Milo Story' });
  await expect(mine).toContainText('Soon gone');
  await mine.getByRole('button', { name: 'More', exact: true }).click();
  await other.getByRole('menuitem', { name: 'Delete comment' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(page.getByText('Comment deleted')).toBeVisible();
  await expect(page.getByText('Soon gone')).toHaveCount(0);

  await beginComment(page);
  await page.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Half a thought');
  await owner.send(`/api/spaces/${space.id}/members/${member.id}`, {}, 'DELETE');
  await expect(page.getByText("You're no longer a member of this space")).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Like,/ })).toHaveCount(0);

  await owner.send(`/api/posts/${post.id}`, {}, 'DELETE');
  await expect(page.getByRole('heading', { name: 'Post deleted' })).toBeVisible();
});

test("A comment that can't be sent waits and is sent by itself later", async ({ people }) => {
  const { member, space, write } = await people.scene();
  const post = await write('Sent later');
  const { page } = member;
  const comments = await interruptible(page, '**/api/posts/*/comments');
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  await beginComment(page);
  await page.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Patience');
  comments.interrupt();
  await page.keyboard.press('Control+Enter');
  const waiting = page.getByRole('article', { name: 'not confirmed yet' });
  await expect(waiting).toContainText("We'll send it when you're back online");
  comments.restore();
  await page.reload();
  await expect(page.getByRole('article', { name: 'Comment by Milo Story', exact: true })).toContainText(
    'Patience',
  );
  await expect(waiting).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article', { name: 'Comment by Milo Story' })).toHaveCount(1);
});

test('Feed, composer and post have no accessibility violations', async ({ people }) => {
  const { member, space } = await people.scene();
  const post = await writePost(member, space, 'Read aloud');
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  await feedOf(page).getByRole('article').first().locator('button[aria-haspopup="menu"]').first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  // The menu and its focus guards, which are outside all landmarks.
  await expect.poll(() => findAxeProblems(page, 'body')).toEqual([]);
  await page.getByRole('menuitem', { name: 'Edit post' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  expect(await findAxeProblems(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Write something' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible();
  expect(await findAxeProblems(page, 'main')).toEqual([]);
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  await beginComment(page);
  expect(await findAxeProblems(page, 'main')).toEqual([]);
});

test('Pins are first for everyone, activity on an old post is announced, and the address has the sort order', async ({
  people,
}) => {
  const { owner, member, space, write } = await people.scene();
  const posts: { id: string }[] = [];
  for (let n = 0; n < 30; n += 1) posts.push(await write(`Old post ${n}`));
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  const titles = feedOf(page).getByRole('heading');
  await expect(titles.first()).toHaveText('Old post 29');

  await owner.send(`/api/posts/${posts[20]?.id}/pin`, {}, 'PUT');
  await expect(titles.first()).toHaveText('Old post 20');
  await expect(feedOf(page).getByText('Pinned')).toBeVisible();

  // The post isn't on the loaded page: it waits behind the pill, and nothing moves.
  await owner.send(`/api/posts/${posts[0]?.id}/comments`, {
    client_id: crypto.randomUUID(),
    body: '<p>Still true</p>',
  });
  await page.getByRole('button', { name: 'New activity' }).click();
  await expect(titles.nth(1)).toHaveText('Old post 0');
  await expect(titles.first()).toHaveText('Old post 20');

  await owner.send(`/api/posts/${posts[3]?.id}/like`, {}, 'PUT');
  // The pinned post comes first only by activity.
  await page.getByRole('button', { name: 'Sort: Recent activity' }).click();
  await page.getByRole('menuitemradio', { name: 'Top: All time' }).click();
  await expect(page).toHaveURL(/\?sort=top&period=all$/);
  await expect(titles.first()).toHaveText('Old post 3');
  await page.reload();
  await expect(titles.first()).toHaveText('Old post 3');
});

test("On a touchscreen, a tap beside a member's card only closes it", async ({ people, hasTouch }) => {
  test.skip(!hasTouch, 'A mouse may press something else at once.');
  const { member, space, write } = await people.scene();
  await write('One post');
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  await feedOf(page).getByRole('button', { name: 'Olive Story' }).tap();
  const card = page.getByRole('dialog', { name: 'Olive Story' });
  await expect(card).toBeVisible();
  const tab = await page.getByRole('link', { name: 'Members' }).boundingBox();
  await page.touchscreen.tap((tab?.x ?? 0) + 5, (tab?.y ?? 0) + 10);
  await expect(card).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(`/${space.subdomain}/space`);
});
