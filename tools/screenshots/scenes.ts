import type { Locator, Page } from '@playwright/test';

const pause = (page: Page, seconds: number) => page.waitForTimeout(seconds * 1000);

/** Moves the pointer to the middle of an element in visible steps. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to point at is not visible.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
  await pause(page, 0.2);
}

async function press(page: Page, target: Locator): Promise<void> {
  await pointAt(page, target);
  await page.mouse.down();
  await pause(page, 0.1);
  await page.mouse.up();
}

/** Creates a post through the API, as the person whose session the page has. */
async function writePost(page: Page, subdomain: string, title: string, text: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  const found = await page.request.get(`/api/spaces/by-subdomain/${subdomain}`);
  const { space } = (await found.json()) as { space: { id: string; categories: { id: string }[] } };
  const response = await page.request.post(`/api/spaces/${space.id}/posts`, {
    headers,
    data: {
      client_id: crypto.randomUUID(),
      title,
      body: `<p>${text}</p>`,
      category_id: space.categories[0]?.id ?? null,
      upload_ids: [],
    },
  });
  if (!response.ok()) throw new Error(`The post was refused: ${await response.text()}`);
}

/** What a member sees in twenty seconds, while another person posts. */
export async function showSpace(page: Page, other: Page, subdomain: string): Promise<void> {
  const title = 'Golden hour at the harbor, anyone?';
  await pause(page, 1.2);
  await writePost(other, subdomain, title, 'Three rolls left and the evening off. Meet at the pier at six.');
  // The post waits behind a button, so that nothing moves.
  await press(page, page.getByRole('button', { name: '1 new post' }));
  const post = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  await pause(page, 0.8);
  await press(page, post.getByRole('button', { name: /^Like/ }));
  await pause(page, 0.6);
  await press(page, post.getByRole('link', { name: title }));
  await page.waitForURL('**/post/**');
  await press(page, page.getByRole('button', { name: /^Write a comment/ }));
  await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
  await page.keyboard.type("I'm in, and I bring a tripod.", { delay: 40 });
  await page.keyboard.press('Control+Enter');
  await pause(page, 1.5);
  for (const tab of ['Calendar', 'Map', 'Leaderboard', 'Feed']) {
    await press(page, page.locator('nav').getByRole('link', { name: tab, exact: true }).first());
    await pause(page, 1.6);
  }
}
