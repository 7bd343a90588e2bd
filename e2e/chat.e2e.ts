import { expect, type Page, test } from './test.ts';

// Two people write to each other: live, without a network, and with a tab that is killed while it sends.

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  // On touch screens, Enter makes a line.
  const isTouch = await page.evaluate<boolean>(`matchMedia('(hover: none) and (pointer: coarse)').matches`);
  if (isTouch) await page.getByRole('button', { name: 'Send', exact: true }).click();
  else await field(page).press('Enter');
}

interface Conversation {
  conversation: { id: string };
}

test('What two people write to each other is there once and in order, on every device', async ({
  people,
}) => {
  const { owner, member } = await people.scene('Letters');
  const { conversation } = await owner.send<Conversation>(
    `/api/chat/people/${member.id}/conversation`,
    {},
    'PUT',
  );
  const address = `/app/chat?ch=${conversation.id.replaceAll('-', '')}`;
  const otherDevice = await people.device(member);
  await otherDevice.goto('/app/chat');
  await owner.page.goto(address);
  await member.page.goto(address);

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
  await owner.context.setOffline(true);
  await write(owner.page, 'On the train');
  await write(owner.page, 'In the tunnel');
  // Longer than the attempts take that would fail with a network.
  await expect(owner.page.getByText('Sending...')).toBeVisible();
  await owner.page.waitForTimeout(5_000);
  await expect(owner.page.getByText('Failed to send')).toHaveCount(0);
  await owner.context.setOffline(false);
  await expect(messages(member.page)).toHaveText([/Hi Milo/, /Hi Olive/, /train/, /tunnel/], {
    timeout: 30_000,
  });
  await expect(owner.page.getByText('Failed to send')).toHaveCount(0);

  // The tab is killed while a message is on its way; another page of the browser sends it, once.
  await owner.context.route('**/api/chat/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await write(owner.page, 'Before the end');
  await expect(owner.page.getByText('Sending...')).toBeVisible();
  await owner.page.close();
  await owner.context.unrouteAll({ behavior: 'ignoreErrors' });
  const page = await owner.context.newPage();
  await page.goto('/discover');
  await expect(messages(member.page)).toHaveCount(5, { timeout: 20_000 });
  await page.goto(address);
  await expect(messages(page)).toHaveText([/Hi Milo/, /Hi Olive/, /train/, /tunnel/, /Before the end/]);
});

test('A conversation of a phone is part of the address, and Back leads to the list', async ({ people }) => {
  const { owner, member } = await people.scene('Letters');
  const { conversation } = await owner.send<Conversation>(
    `/api/chat/people/${member.id}/conversation`,
    {},
    'PUT',
  );
  const path = `/api/chat/conversations/${conversation.id}/messages`;
  await owner.send(path, { client_id: crypto.randomUUID(), content: 'Hello' });
  const { page } = member;
  await page.goto('/app/chat');
  await page.getByRole('button', { name: /Olive Story.*1 unread message/ }).click();
  await expect(page).toHaveURL(new RegExp(`ch=${conversation.id.replaceAll('-', '')}$`));
  await expect(messages(page)).toHaveText([/Hello/]);
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/chat$/);
  await expect(page.getByRole('button', { name: /Olive Story/ })).not.toContainText('unread');
});

test('Back closes panels and the form for a new conversation, and Back to the list leads there', async ({
  people,
}) => {
  const { owner, member } = await people.scene('Letters');
  const { conversation } = await owner.send<Conversation>(
    `/api/chat/people/${member.id}/conversation`,
    {},
    'PUT',
  );
  await owner.send(`/api/chat/conversations/${conversation.id}/messages`, {
    client_id: crypto.randomUUID(),
    content: 'Hello',
  });
  const { page } = member;
  const open = new RegExp(`ch=${conversation.id.replaceAll('-', '')}$`);
  const details = page.getByRole('complementary', { name: 'Details' });
  const form = page.getByRole('region', { name: 'New conversation' });
  await page.goto('/discover');
  await page.goto('/app/chat');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/chat$/);

  await page.getByRole('button', { name: /Olive Story/ }).click();
  await page.getByRole('heading', { name: 'Olive Story' }).click();
  await expect(details).toBeVisible();
  await page.goBack();
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL(open);
  await page.getByRole('heading', { name: 'Olive Story' }).click();
  await page.reload();
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(open);
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/chat$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/discover$/);
});

test('After a lost connection, an open conversation is at its end again', async ({ people }) => {
  const { owner, member } = await people.scene('Letters');
  const { conversation } = await owner.send<Conversation>(
    `/api/chat/people/${member.id}/conversation`,
    {},
    'PUT',
  );
  const path = `/api/chat/conversations/${conversation.id}/messages`;
  const send = (text: string) => owner.send(path, { client_id: crypto.randomUUID(), content: text });
  for (let count = 0; count < 12; count += 1) await send(`Before ${count}`);
  const { page, context } = member;
  await page.goto(`/app/chat?ch=${conversation.id.replaceAll('-', '')}`);
  await expect(page.getByText('Before 11')).toBeInViewport();
  await context.setOffline(true);
  await write(page, 'From the tunnel');
  await expect(page.getByText('Sending...')).toBeVisible();
  for (let count = 0; count < 25; count += 1) await send(`Missed ${count}`);
  await context.setOffline(false);
  await expect(page.getByText('Sending...')).toHaveCount(0, { timeout: 30_000 });
  await expect(messages(page).last()).toContainText('From the tunnel');
  await expect
    .poll(() =>
      page.getByRole('region', { name: 'Messages' }).evaluate((box) => {
        const { scrollHeight, clientHeight, scrollTop } = box as unknown as Record<string, number>;
        return (scrollHeight ?? 0) - (clientHeight ?? 0) - (scrollTop ?? 0);
      }),
    )
    .toBeLessThan(2);
});
