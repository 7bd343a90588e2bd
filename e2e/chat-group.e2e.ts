import { expect, type Page, test } from './test.ts';

// Groups, mentions, recordings and hostile texts, with two people.

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

test('Someone in a group is mentioned by Enter in the list of people, and learns of it under the bell', async ({
  people,
}) => {
  const { owner, member } = await people.scene('Darkroom');
  const group = await people.group(owner, member, 'Print club');
  const { page } = owner;
  await page.goto(group.url);
  // The page is live.
  await expect(messages(page)).toHaveCount(0);
  await expect(page.getByText('You created the group')).toBeVisible();
  await field(page).pressSequentially('Hello @mi');
  const option = page.getByRole('listbox', { name: 'Members' }).getByRole('option', { name: /Milo Story/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await field(page).press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field(page)).toHaveValue(/^Hello @\S+ $/);
  await field(page).pressSequentially('look at this');
  await send(page);
  await expect(messages(page).last()).toContainText('Hello @Milo Story look at this');

  await member.page.goto('/notifs');
  const entry = member.page.getByRole('link', { name: /mentioned you.*Print club/ }).first();
  await expect(entry).toBeVisible();
  await entry.click();
  await expect(member.page).toHaveURL(new RegExp(`ch=${group.id.replaceAll('-', '')}`));
  await expect(messages(member.page).last().locator('.message-mention')).toHaveText('@Milo Story');
  // Read there, it's read under the bell.
  const countUnread = async () =>
    (await member.send<{ unread_count: number }>('/api/notifications/unread-count', {}, 'GET')).unread_count;
  await expect.poll(countUnread).toBe(0);
});

test('A recording is sent, and played by the other one; Escape sends nothing', async ({ people }) => {
  const { owner, member } = await people.scene('Darkroom');
  const group = await people.group(owner, member, 'Print club');
  const { page } = owner;
  await page.goto(group.url);
  await member.page.goto(group.url);
  const record = page.getByRole('button', { name: 'Record a voice message' });
  await record.click();
  await expect(page.getByRole('timer', { name: 'Recording' })).toHaveText('0:01');
  await page.keyboard.press('Escape');
  await expect(record).toBeVisible();
  await record.click();
  await expect(page.getByRole('timer', { name: 'Recording' })).toHaveText('0:02');
  await page.getByRole('button', { name: 'Send voice message' }).click();

  const played = messages(member.page).last();
  await played.getByRole('button', { name: 'Play voice message' }).click();
  await expect(played.getByRole('button', { name: 'Pause' })).toBeVisible();
  const slider = played.getByRole('slider', { name: 'Position' });
  await expect(slider).toHaveAttribute('aria-valuenow', /^[12]$/);
  await expect(played.getByRole('button', { name: 'Play voice message' })).toBeVisible();
  // Only one was sent.
  await expect(messages(page).getByRole('button', { name: 'Play voice message' })).toHaveCount(1);
});

test('Hostile names and texts are shown as text, and change nothing around them', async ({ people }) => {
  const { owner, member } = await people.scene('Darkroom');
  const markup = `<img src=x onerror="document.title='owned'">`;
  const group = await people.group(owner, member, markup);
  await group.write(owner, `${markup}<script>document.title='owned'</script>`);
  await group.write(owner, '[link](javascript:document.title=1) javascript:alert(1)');
  await group.write(owner, `\u202ereversed ${'w'.repeat(4_000)}`);
  const { page } = member;
  await page.goto(group.url);
  await expect(messages(page)).toHaveCount(3);
  await expect(messages(page).first()).toContainText(markup);
  await expect(page.getByRole('heading', { name: markup }).first()).toBeVisible();
  expect(await page.title()).not.toContain('owned');
  const region = page.getByRole('region', { name: 'Messages' });
  await expect(region.locator('img[src="x"], script, a[href^="javascript"]')).toHaveCount(0);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBeLessThanOrEqual(0);
  // What turns the reading direction ends with its message.
  const bidi = await messages(page)
    .last()
    .getByText(/reversed/)
    .evaluate(
      (element) =>
        (globalThis as unknown as { getComputedStyle(e: unknown): { unicodeBidi: string } }).getComputedStyle(
          element,
        ).unicodeBidi,
    );
  expect(bidi).toMatch(/isolate|plaintext/);
  // The time of a message isn't on its text, which begins on the right in some languages.
  await group.write(owner, 'مرحبا كيف حالك؟');
  const last = messages(page).last();
  await expect(last).toContainText('مرحبا');
  const time = await last.locator('.bubble-time').boundingBox();
  const text = await last.locator('.message-text p').evaluate((paragraph) => {
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    return range.getBoundingClientRect().toJSON() as DOMRect;
  });
  expect(time?.y).toBeGreaterThanOrEqual(text.bottom - 2);
});
