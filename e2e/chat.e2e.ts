import { RealServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

// Two people write to each other: live, without a network, and with a tab that is killed while it sends.

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const box = (page: Page) => page.getByRole('region', { name: 'Messages' });
const messages = (page: Page) => box(page).getByRole('article');

async function write(page: Page, text: string): Promise<void> {
  // Messages are requested once the page reacts to keys.
  await expect(page.locator('.thread-frame[aria-busy]')).toHaveCount(0);
  await field(page).fill(text);
  // On touch screens, Enter makes a line.
  const isTouch = await page.evaluate<boolean>(`matchMedia('(hover: none) and (pointer: coarse)').matches`);
  if (isTouch) await page.getByRole('button', { name: 'Send', exact: true }).click();
  else await field(page).press('Enter');
}

async function expectAtEnd(page: Page): Promise<void> {
  const below = () =>
    box(page).evaluate(
      ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
    );
  await expect.poll(below).toBeLessThan(2);
}

test('What two people write to each other is there once and in order, on every device', async ({
  people,
}) => {
  const { owner, member } = await people.scene('Letters');
  const conversation = await people.conversation(owner, member);
  const otherDevice = await people.device(member);
  await otherDevice.goto('/app/chat');
  await owner.page.goto(conversation.url);
  await member.page.goto(conversation.url);

  await write(owner.page, 'Hi **Milo**');
  await expect(messages(member.page)).toHaveText([/Hi Milo/]);
  await write(member.page, 'Hi Olive');
  await expect(messages(owner.page)).toHaveText([/Hi Milo/, /Hi Olive/]);
  await expect(owner.page.getByText('Seen', { exact: true })).toHaveCount(0);

  // The list of another device is live, and what was read here is read there.
  const row = otherDevice.getByRole('button', { name: /Olive Story/ });
  await expect(row).toContainText('You: Hi Olive');
  await expect(row).not.toContainText('unread');

  // Without a network, messages wait; they are sent in order once it is back.
  let failedSends = 0;
  owner.page.on('requestfailed', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) failedSends += 1;
  });
  await owner.context.setOffline(true);
  await write(owner.page, 'On the train');
  await write(owner.page, 'In the tunnel');
  await expect(owner.page.getByText('Waiting for connection')).toHaveCount(2);
  // With a network, it would have failed after these attempts.
  await expect.poll(() => failedSends).toBeGreaterThanOrEqual(3);
  await expect(owner.page.getByText('Waiting for connection')).toHaveCount(2);
  await expect(owner.page.getByText('Failed to send')).toHaveCount(0);
  await owner.context.setOffline(false);
  await expect(messages(member.page)).toHaveText([/Hi Milo/, /Hi Olive/, /train/, /tunnel/]);
  await expect(owner.page.getByText('Failed to send')).toHaveCount(0);

  // The tab is killed while a message is on its way; another page of the browser sends it, once.
  await owner.context.route('**/api/chat/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  // It's requested once it is stored in the browser; until then it is a draft.
  const requested = owner.page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/messages'),
  );
  await write(owner.page, 'Before the end');
  await requested;
  await owner.page.close();
  await owner.context.unrouteAll({ behavior: 'ignoreErrors' });
  const page = await owner.context.newPage();
  await page.goto('/discover');
  await expect(messages(member.page)).toHaveCount(5);
  await page.goto(conversation.url);
  await expect(messages(page)).toHaveText([/Hi Milo/, /Hi Olive/, /train/, /tunnel/, /Before the end/]);
});

test('A conversation of a phone is part of the address and hides what it covers, and Back leads to the list', async ({
  people,
  isMobile,
}) => {
  const { owner, member } = await people.scene('Letters');
  const conversation = await people.conversation(owner, member);
  await conversation.write(owner, 'Hello');
  const { page } = member;
  await page.goto('/app/chat');
  await page.getByRole('button', { name: /Olive Story.*1 unread message/ }).click();
  await expect(page).toHaveURL(conversation.url);
  await expect(messages(page)).toHaveText([/Hello/]);
  const covered = page
    .getByRole('button', { name: /Olive Story.*Hello/ })
    .or(page.getByRole('banner').getByRole('link'));
  await expect(covered.filter({ visible: true })).toHaveCount(isMobile ? 0 : 2);
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/chat$/);
  await expect(page.getByRole('button', { name: /Olive Story/ })).not.toContainText('unread');
});

test('Back closes panels and the form for a new conversation, and Back to the list leads there', async ({
  people,
  isMobile,
}) => {
  const { owner, member } = await people.scene('Letters');
  const conversation = await people.conversation(owner, member);
  await conversation.write(owner, 'Hello');
  const { page } = member;
  const details = page.getByRole('complementary', { name: 'Details' });
  const form = page.getByRole('region', { name: 'New conversation' });
  await page.goto('/discover');
  if (isMobile) {
    await page.getByRole('link', { name: /^Chat/ }).click();
  } else {
    await page.getByRole('button', { name: /^Chats/ }).click();
    await page.getByRole('button', { name: 'Open all chats' }).click();
  }
  await expect(page).toHaveURL(/\/app\/chat$/);
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/chat$/);

  await page.getByRole('button', { name: /Olive Story/ }).click();
  await page.locator('.chat-person').click();
  await expect(details).toBeVisible();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL(conversation.url);
  await page.locator('.chat-person').click();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/chat$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/discover$/);
});

test('After a lost connection, an open conversation is at its end again', async ({ people }) => {
  const { owner, member } = await people.scene('Letters');
  const conversation = await people.conversation(owner, member);
  const send = (text: string) => conversation.write(owner, text);
  for (let count = 0; count < 12; count += 1) await send(`Before ${count}`);
  const { page, context } = member;
  await page.goto(conversation.url);
  await expect(messages(page).last()).toContainText('Before 11');
  // The page is live, so all of it has loaded.
  await send('Live');
  await expect(messages(page).last()).toContainText('Live');
  await context.setOffline(true);
  await write(page, 'From the tunnel');
  await expect(page.getByText(/Sending\.\.\.|Waiting for connection/)).toBeVisible();
  for (let count = 0; count < 25; count += 1) await send(`Missed ${count}`);
  await context.setOffline(false);
  await expect(page.getByText(/Sending\.\.\.|Waiting for connection/)).toHaveCount(0);
  await expect(messages(page).last()).toContainText('From the tunnel');
  await expectAtEnd(page);
});

test('A conversation stays at its end while the field below it grows, and where one reads while that is elsewhere', async ({
  people,
}) => {
  const { owner, member } = await people.scene('Letters');
  const conversation = await people.conversation(owner, member);
  for (let count = 0; count < 30; count += 1) await conversation.write(owner, `Message ${count}`);
  // Otherwise, it begins at what is unread.
  await member.send('/api/chat/read-all', {}, 'PUT');
  const { page } = member;
  await page.goto(conversation.url);
  await expect(messages(page).last()).toContainText('Message 29');
  await expectAtEnd(page);
  const height = () => box(page).evaluate(({ clientHeight }) => clientHeight);
  const top = () => box(page).evaluate(({ scrollTop }) => scrollTop);
  const before = await height();
  await field(page).fill('One\ntwo\nthree\nfour');
  await expect.poll(height).toBeLessThan(before);
  await expectAtEnd(page);
  await expect(messages(page).last()).toBeInViewport({ ratio: 1 });
  await field(page).fill('');
  await expect.poll(height).toBe(before);
  await expectAtEnd(page);
  await box(page).evaluate((element) => element.scrollBy(0, -400));
  await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible();
  const read = await top();
  await field(page).fill('One\ntwo\nthree\nfour');
  await expect.poll(height).toBeLessThan(before);
  expect(await top()).toBe(read);
});

test('Someone whom one follows writes directly, without a shared space', async ({ people }) => {
  const { owner, member, space } = await people.scene('Letters');
  const { page } = member;
  await page.goto(`/${space.subdomain}/space/members`);
  await page.getByRole('button', { name: 'Olive Story' }).first().click();
  const card = page.getByRole('dialog', { name: 'Olive Story' });
  await expect(card.getByText('0 followers · 0 following')).toBeVisible();
  await card.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(card.getByRole('button', { name: 'Following', pressed: true })).toBeVisible();
  await expect(card.getByText('1 follower · 0 following')).toBeVisible();
  await expect(page.getByRole('group').getByText('Following', { exact: true })).toBeVisible();
  await member.send(`/api/spaces/${space.id}/membership`, {}, 'DELETE');

  const conversation = await people.conversation(owner, member);
  const address = `/app/chat?ch=${conversation.id.replaceAll('-', '')}`;
  await page.goto('/app/chat');
  await owner.page.goto(address);
  await write(owner.page, 'Glad that you follow me');
  await expect(messages(owner.page)).toHaveText([/Glad/]);
  // In the list of chats, not of requests, and without a reload.
  const row = page.getByRole('list', { name: 'Chats' }).getByRole('button', { name: /Olive Story/ });
  await expect(row).toContainText('Glad that you follow me');
  await expect(page.getByRole('button', { name: /Message requests/ })).toHaveCount(0);
  await row.click();
  await write(page, 'And I read you');
  await expect(messages(owner.page)).toHaveText([/Glad/, /I read you/]);
});

test('Older pages arrive without moving what one reads, and at most 60 rows are in the document', async ({
  people,
}) => {
  test.setTimeout(120_000);
  const { owner, member } = await people.scene('Letters');
  const conversation = await people.conversation(owner, member);
  for (let count = 0; count < 100; count += 1)
    await conversation.write(owner, `Number ${count}${' and more of it'.repeat((count * 7) % 23)}`);
  const { page } = member;
  await member.send(`/api/chat/conversations/${conversation.id}/read`, { seq: 100 }, 'PUT');
  // Pages arrive when the test lets them, so that both positions are measured around the same arrival.
  let release = () => {};
  let isHeld = false;
  await page.route(/\/messages\?.*before=/, async (route) => {
    isHeld = true;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    isHeld = false;
    await route.continue();
  });
  await page.goto(conversation.url);
  const box = page.getByRole('region', { name: 'Messages' });
  await expect(messages(page).last()).toContainText('Number 99');
  /** Where a message is on screen, once nothing has moved for ten frames. */
  const topOf = (text: RegExp) =>
    box.getByText(text).evaluate(async (element) => {
      const top = () => element.getBoundingClientRect().top;
      let last = top();
      for (let still = 0; still < 10; still += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (top() !== last) still = 0;
        last = top();
      }
      return last;
    });
  for (const target of [/^Number 75\b/, /^Number 45\b/, /^Number 15\b/]) {
    // Reads upward, until the page before it is requested.
    await expect(async () => {
      await box.hover();
      await page.mouse.wheel(0, -300);
      expect(isHeld || (await box.getByText(target).count()) > 0).toBe(true);
      await expect(box.getByText(target)).toBeInViewport({ timeout: 200 });
    }).toPass({ intervals: [50] });
    if (!isHeld) continue;
    const before = await topOf(target);
    const firstBefore = await box.evaluate((element) => element.scrollHeight);
    release();
    await expect.poll(() => box.evaluate((element) => element.scrollHeight)).not.toBe(firstBefore);
    expect(Math.abs((await topOf(target)) - before)).toBeLessThan(1);
    expect(await box.getByRole('listitem').count()).toBeLessThanOrEqual(60);
  }
});

test.describe('A server that is killed under load', () => {
  let server: RealServer;
  test.beforeAll(async ({ browserName: _browser }, { project }) => {
    if (project.name === 'desktop') server = await RealServer.open(async () => ({ RATE_LIMITS: 'off' }));
  });
  test.afterAll(async () => {
    await server?.close();
  });

  test('loses no message that it acknowledged, and doubles none', async ({ people }, { project }) => {
    test.skip(project.name !== 'desktop', 'one server that dies is enough');
    test.setTimeout(180_000);
    const { owner, member } = await people.scene('Letters', { baseURL: server.url });
    const conversation = await people.conversation(owner, member);
    const path = `/api/chat/conversations/${conversation.id}/messages`;
    const cookies = await owner.context.cookies();
    const headers = {
      origin: server.url,
      'content-type': 'application/json',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    };
    const acknowledged = new Map<string, number>();
    const { promise: isUnderLoad, resolve: underLoad } = Promise.withResolvers<void>();
    /** Sends a message until the server has acknowledged it, as an outbox does: it is killed, and not ready again at once. */
    const send = (client_id: string): Promise<void> =>
      expect(async () => {
        const body = JSON.stringify({ client_id, content: client_id });
        const response = await fetch(server.url + path, { method: 'POST', headers, body });
        const { message } = (await response.json()) as { message: { seq: number } };
        expect(response.ok).toBe(true);
        acknowledged.set(client_id, message.seq);
        if (acknowledged.size === 10) underLoad();
      }).toPass();
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
    const sending = ids.slice(0, 60).map(send);
    await isUnderLoad;
    sending.push(...ids.slice(60).map(send));
    await server.kill();
    const beforeRestart = new Map(acknowledged);
    await server.start();
    await Promise.all(sending);
    const stored: { seq: number; content: string }[] = [];
    for (let after = 0, more = true; more; ) {
      const response = await fetch(`${server.url}${path}?after=${after}`, { headers });
      const page = (await response.json()) as { messages: typeof stored; has_more_after: boolean };
      stored.push(...page.messages);
      more = page.has_more_after && page.messages.length > 0;
      after = page.messages.at(-1)?.seq ?? after;
    }
    expect(beforeRestart.size).toBeGreaterThan(0);
    expect(stored.map(({ content }) => content).toSorted()).toEqual(ids.toSorted());
    expect(stored.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
    for (const { seq, content } of stored) expect(acknowledged.get(content)).toBe(seq);
  });
});
