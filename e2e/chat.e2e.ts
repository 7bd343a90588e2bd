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
  await expect(owner.page.getByText('Failed to send')).toHaveCount(2, { timeout: 15_000 });
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
