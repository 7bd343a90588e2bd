import type { Person } from './people.ts';
import { expect, type Page, test } from './test.ts';

// Notifications on several pages and devices, while the network, the clock or the session fails.

/** The bell of the header, or that of the bar on phones, with its number. */
const bell = (page: Page, unread: number) => {
  const name =
    unread === 0 ? 'Notifications' : new RegExp(`^Notifications, ${unread} unread|^Notifications ?${unread}`);
  return page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .filter({ visible: true });
};
const unreadOf = async (person: Person) =>
  (await person.send<{ unread_count: number }>('/api/notifications/unread-count', undefined, 'GET'))
    .unread_count;
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('What came while the network was away is right in all tabs once it is back, whatever the clock says', async ({
  people,
  isMobile,
}) => {
  const { owner, member, write } = await people.scene('Notified');
  const post = await write('Rye');
  await owner.send('/api/notifications/read-all', {}, 'PUT');
  const tabs = [owner.page, await owner.context.newPage()] as const;
  const phone = await people.device(owner);
  // An hour fast in one tab, and an hour slow in the other.
  for (const [n, tab] of tabs.entries())
    await tab.addInitScript(`{
      const off = ${n === 0 ? 1 : -1} * 3_600_000;
      const RealDate = Date;
      globalThis.Date = class extends RealDate {
        constructor(...given) { given.length > 0 ? super(...given) : super(RealDate.now() + off); }
        static now() { return RealDate.now() + off; }
      };
    }`);
  for (const page of [...tabs, phone]) {
    await page.goto('/notifs');
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  }
  await owner.context.setOffline(true);
  await member.send(`/api/posts/${post.id}/like`, {}, 'PUT');
  await member.send(`/api/posts/${post.id}/comments`, {
    client_id: crypto.randomUUID(),
    body: '<p>How long does it rise?</p>',
  });
  await expect(row(phone, 'How long does it rise?')).toBeVisible();
  await owner.context.setOffline(false);
  for (const page of [...tabs, phone]) {
    await expect(row(page, 'How long does it rise?')).toContainText('(unread)');
    await expect(row(page, 'liked')).toContainText('(unread)');
    await expect(row(page, 'How long does it rise?')).toContainText('just now');
  }
  // Read on the phone, snoozed in one tab: the others follow.
  // Phones have a menu instead of buttons.
  const menu = isMobile ? 'More options' : null;
  await row(phone, 'liked')
    .getByRole('button', { name: menu ?? 'Mark as read' })
    .click();
  if (menu) await phone.getByRole('menuitem', { name: 'Mark as read' }).click();
  for (const tab of tabs) await expect(row(tab, 'liked')).not.toContainText('(unread)');
  const [first, second] = tabs;
  await row(first, 'How long does it rise?')
    .getByRole('button', { name: menu ?? 'Remind me later' })
    .click();
  await first.getByRole('menuitem', { name: 'In 1 hour' }).click();
  const undo = first.locator('.toast').getByRole('button', { name: 'Undo' });
  // The toast stays as long as the pointer is over it.
  await undo.hover();
  for (const page of [second, phone]) await expect(row(page, 'How long does it rise?')).toHaveCount(0);
  expect(await unreadOf(owner)).toBe(0);
  for (const page of [...tabs, phone]) await expect(bell(page, 0).first()).toBeVisible();
  await undo.click();
  for (const page of [...tabs, phone])
    await expect(row(page, 'How long does it rise?')).toContainText('(unread)');
});

test('Opening a post reads what one was notified of about it, on all devices', async ({ people }) => {
  const { owner, member, space, write } = await people.scene('Notified');
  const post = await write('Rye');
  await owner.send('/api/notifications/read-all', {}, 'PUT');
  await member.send(`/api/posts/${post.id}/like`, {}, 'PUT');
  const other = await people.device(owner);
  await other.goto('/notifs');
  await expect(row(other, 'liked')).toContainText('(unread)');
  await owner.page.goto(`/${space.subdomain}/post/${post.slug}`);
  await expect(row(other, 'liked')).not.toContainText('(unread)');
  // What comes while the post is open, too.
  await member.send(`/api/posts/${post.id}/comments`, {
    client_id: crypto.randomUUID(),
    body: '<p>How long?</p>',
  });
  await expect(row(other, 'How long?')).toBeVisible();
  await expect(row(other, 'How long?')).not.toContainText('(unread)');
  expect(await unreadOf(owner)).toBe(0);
});

test('A laptop whose session was ended while it was asleep shows nothing of it anymore', async ({
  people,
}) => {
  const { owner, member, write } = await people.scene('Notified');
  const post = await write('Rye');
  await owner.page.goto('/notifs');
  await expect(owner.page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await owner.context.setOffline(true);
  await member.send(`/api/posts/${post.id}/like`, {}, 'PUT');
  // By a request of the same browser, which the page doesn't know of.
  await owner.send('/api/auth/sign-out');
  await owner.context.setOffline(false);
  await expect(owner.page.getByText('liked')).toHaveCount(0);
  await expect.poll(() => new URL(owner.page.url()).pathname).toMatch(/^\/(login)?$/);
});

test('The panel loads more within 100 px of the end of its list', async ({ people, isMobile }) => {
  test.skip(isMobile, 'Phones have a page instead of the panel.');
  const { owner, member, write } = await people.scene('Notified');
  const post = await write('Rye');
  const body = `<p><span data-mention="${owner.id}">@Olive</span> look</p>`;
  for (let count = 0; count < 30; count += 1)
    await member.send(`/api/posts/${post.id}/comments`, { client_id: crypto.randomUUID(), body });
  const { page } = owner;
  const pages: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/notifications\?.*cursor=/.test(request.url())) pages.push(request.url());
  });
  await page.goto('/discover');
  await bell(page, 31).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const rows = panel.getByRole('listitem');
  await expect(rows).toHaveCount(25);
  /** Scrolls the list until its last row ends so many pixels below what is shown. */
  const scrollTo = (below: number) =>
    rows.last().evaluate((row, distance) => {
      const box = row.closest('.notification-scroll');
      if (box)
        box.scrollTop += row.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom - distance;
    }, below);
  await scrollTo(140);
  // Two frames: the browser looks once in each of them whether the end is near.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(pages).toEqual([]);
  await scrollTo(90);
  await expect(rows).toHaveCount(31);
  expect(pages).toHaveLength(1);
});
