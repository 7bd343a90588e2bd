import { People } from './people.ts';
import { RealServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

// The server ends and starts again while people use the product: what they look at is right afterward, without a press.

let server: RealServer;
test.beforeAll(async ({ browser: _ }, { project }) => {
  if (project.name === 'desktop') server = await RealServer.open(async () => ({ RATE_LIMITS: 'off' }));
});
test.afterAll(() => server?.close());

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const dot = (page: Page, name: string) => row(page, name).locator('.avatar-dot');

test('Bell, title, list and presence are right again after the server was killed, and after a restart', async ({
  browser,
}, { project }) => {
  test.skip(project.name !== 'desktop', 'It starts a server of its own.');
  test.setTimeout(240_000);
  const people = new People(browser, server.url);
  const { owner, member, space, write } = await people.scene('Restarted');
  const post = await write('Rye');
  await owner.send('/api/notifications/read-all', {}, 'PUT');
  const [list, members] = [owner.page, await owner.context.newPage()];
  await list.goto('/notifs');
  await members.goto(`/${space.subdomain}/members`);
  await member.page.goto(`/${space.subdomain}/space`);
  const comment = (text: string) =>
    member.send(`/api/posts/${post.id}/comments`, {
      client_id: crypto.randomUUID(),
      body: `<p>${text}</p>`,
    });
  /** Checks what all pages show: `unread` notifications, of which the last one is about `text`. */
  const expectRight = async (unread: number, text: string) => {
    await expect(list.getByRole('button', { name: `Notifications, ${unread} unread` })).toBeVisible();
    await expect(list).toHaveTitle(new RegExp(`^\\(${unread}\\) `));
    await expect(row(list, text)).toHaveCount(1);
    await expect(row(list, text)).toContainText('(unread)');
    await expect(row(list, 'liked')).toHaveCount(1);
    await expect(row(members, 'Milo Story')).toHaveCount(1);
    await expect(dot(members, 'Milo Story')).toHaveCount(1);
    const shown = await list.locator('.notification').count();
    const { notifications } = await owner.send<{ notifications: object[] }>(
      '/api/notifications',
      undefined,
      'GET',
    );
    expect(shown).toBe(notifications.length);
  };

  await member.send(`/api/posts/${post.id}/like`, {}, 'PUT');
  await comment('Before');
  await expectRight(2, 'Before');

  await server.kill();
  await server.start();
  // Nobody presses anything: the pages come back by themselves.
  await expectRight(2, 'Before');
  await comment('After a kill');
  await expectRight(2, 'After a kill');

  await server.stop();
  await server.start();
  await comment('After a restart');
  await expectRight(2, 'After a restart');
  // Read on another device, and gone: also what ends is noticed.
  await owner.send('/api/notifications/read-all', {}, 'PUT');
  await expect(list.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(row(list, 'liked')).not.toContainText('(unread)');
  await member.page.goto('about:blank');
  await expect(dot(members, 'Milo Story')).toHaveCount(0);
  await people.close();
});
