import { newPdf } from '../server/testing/samples/files.ts';
import { findAxeProblems } from '../tools/screens/check-axe.ts';
import { expect, test } from './test.ts';

// An editor puts links, files, posts, transcripts and tables into a page. A member reads them.

test('A page has files, links, posts, transcripts and tables, which members open', async ({ people }) => {
  const owner = await people.person('Olive');
  const member = await people.person('Milo');
  const { id, subdomain } = await people.space(owner, 'Bakers');
  await member.send(`/api/spaces/${id}/join`);
  const post = { client_id: crypto.randomUUID(), title: 'Our first loaf', body: '<p>Ask here.</p>' };
  await owner.send(`/api/spaces/${id}/posts`, post);
  const course = { client_id: crypto.randomUUID(), title: 'Bread', is_published: true };
  await owner.send(`/api/spaces/${id}/courses`, course);

  const { page } = owner;
  await page.goto(`/${subdomain}/space/classroom/bread`);
  await page
    .getByRole('button', { name: /Start writing|Add your first page/ })
    .first()
    .click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('## Resources');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').last();
  const add = async (item: string) => {
    await page.getByRole('button', { name: 'ADD', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const confirm = () => dialog.getByRole('button', { name: 'ADD', exact: true }).click();

  await add('Add resource link');
  await expect(dialog.getByLabel('Link')).toBeFocused();
  await dialog.getByLabel('Link').fill('example.com/flour');
  await dialog.getByLabel('Title (optional)').fill('All about flour');
  expect(await findAxeProblems(page)).toEqual([]);
  await confirm();
  await add('Add resource file');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'recipe.pdf', mimeType: 'application/pdf', buffer: Buffer.from(newPdf) });
  await expect(text.getByText('recipe.pdf')).toBeVisible();
  await add('Add transcript');
  await expect(dialog.getByLabel('Transcript')).toBeFocused();
  await dialog.getByLabel('Transcript').fill('Mix.\nWait.');
  await confirm();
  await add('Pin community post');
  await dialog.getByRole('button', { name: /Our first loaf/ }).click();
  await expect(text.getByText('Our first loaf')).toBeVisible();
  await add('Table');
  for (const name of ['Flour', 'Water', 'Salt']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('button', { name: 'Add column' }).click();
  await page.getByRole('button', { name: 'Add row' }).click();
  await expect(text.locator('tr')).toHaveCount(4);
  await expect(text.locator('th')).toHaveCount(4);
  await page.getByRole('button', { name: 'Delete column' }).click();
  await expect(text.locator('th')).toHaveText(['Flour', 'Water', '']);
  await text.locator('th').last().click();
  await page.keyboard.type('Salt');
  expect(await findAxeProblems(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible();

  const reader = member.page;
  await reader.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(reader.getByRole('link', { name: /All about flour/ })).toHaveAttribute(
    'href',
    'https://example.com/flour',
  );
  await expect(reader.getByText('Mix.')).toBeHidden();
  await reader.getByText('Transcript').click();
  await expect(reader.getByText('Mix.')).toBeVisible();
  await expect(reader.getByRole('table')).toBeVisible();
  expect(await findAxeProblems(reader)).toEqual([]);
  const download = reader.waitForEvent('download');
  await reader.getByRole('link', { name: /recipe\.pdf/ }).click();
  expect((await download).suggestedFilename()).toBe('recipe.pdf');
  await reader.getByRole('link', { name: /Our first loaf/ }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Our first loaf' })).toBeVisible();
});

test('A video of another site keeps its size when it is played', async ({ people }) => {
  const owner = await people.person('Olive');
  const { id, subdomain } = await people.space(owner, 'Bakers');
  const course = { client_id: crypto.randomUUID(), title: 'Bread' };
  const created = await owner.send<{ course: { id: string } }>(`/api/spaces/${id}/courses`, course);
  const content = '<figure data-video="youtube:dQw4w9WgXcQ"></figure>';
  const fields = { client_id: crypto.randomUUID(), title: 'Knead', content };
  const saved = await owner.send<{ page: { id: string } }>(`/api/courses/${created.course.id}/pages`, fields);
  const { page } = owner;
  await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: 'The player' }));
  await page.goto(`/${subdomain}/space/classroom/bread?md=${saved.page.id}`);
  const button = page.getByRole('button', { name: 'Play video from YouTube' });
  const before = await button.boundingBox();
  await button.click();
  const frame = page.getByTitle('Video from YouTube');
  await expect.poll(() => frame.boundingBox()).toEqual(before);
  expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});
