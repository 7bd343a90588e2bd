import { findAxeProblems } from '../tools/screens/check-axe.ts';
import type { Person, TestSpace } from './people.ts';
import { expect, type Page, test } from './test.ts';
import { expectUncovered } from './watch.ts';

// An owner builds a course on a desk. A member reads it on a phone and marks pages as done, which other devices show.

const progress = (page: Page) => page.getByRole('progressbar');

test('A course is built on a desk and read on a phone, with the same progress everywhere', async ({
  people,
  isMobile,
}) => {
  test.skip(isMobile, 'It opens windows of both kinds.');
  const desk = { viewport: { width: 1280, height: 800 } };
  const owner = await people.person('Olive', desk);
  const member = await people.person('Milo', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const { id, subdomain } = await people.space(owner, 'Bakers');
  await member.send(`/api/spaces/${id}/join`);

  const { page } = owner;
  await page.goto(`/${subdomain}/space/classroom`);
  await expect(page.getByText('No courses yet')).toBeVisible();
  await page.getByRole('button', { name: 'New course' }).click();
  const form = page.getByRole('dialog', { name: 'New course' });
  await form.getByLabel('Title').fill('Bread Basics');
  await form.getByRole('switch', { name: 'Published' }).check();
  await form.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('heading', { name: 'Bread Basics' })).toBeVisible();
  expect(await findAxeProblems(page)).toEqual([]);

  // The first page has its title from its heading.
  const contents = page.getByRole('navigation', { name: 'Pages', exact: true });
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('## the art of flour');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rye is dark.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(contents.getByRole('link')).toHaveText(['The Art of Flour']);
  await expect(page.getByRole('heading', { level: 1, name: 'The Art of Flour' })).toBeVisible();
  await expect(page.getByText('Rye is dark.')).toBeVisible();

  await page.getByRole('button', { name: 'Options of the course' }).click();
  await page.getByRole('menuitem', { name: 'Add folder' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Week 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add folder' }).click();
  await page.getByRole('button', { name: 'Options of Week 1' }).click();
  await page.getByRole('menuitem', { name: 'Add page' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Water');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(contents.getByRole('link')).toHaveText(['The Art of Flour', 'Water']);
  expect(await findAxeProblems(page)).toEqual([]);

  // The member's phone, and their desk.
  const phone = member.page;
  await phone.goto(`/${subdomain}/course/bread-basics`);
  await expect(phone).toHaveURL(/\/space\/classroom\/bread-basics\?md=menu$/);
  await expect(phone.getByRole('heading', { level: 1, name: 'Bread Basics' })).toBeVisible();
  await expect(progress(phone)).toHaveAttribute('aria-valuenow', '0');
  expect(await findAxeProblems(phone)).toEqual([]);
  const other = await people.device(member);
  await other.goto(`/${subdomain}/space/classroom`);
  await expect(progress(other)).toHaveAttribute('aria-valuenow', '0');

  await phone.getByRole('link', { name: 'The Art of Flour' }).click();
  await expect(phone.getByText('Rye is dark.')).toBeVisible();
  await phone.getByRole('button', { name: 'Mark as done' }).click();
  await expect(progress(other)).toHaveAttribute('aria-valuenow', '50');
  expect(await findAxeProblems(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Next →' }).click();
  await expect(phone.getByText('No content available for this lesson.')).toBeVisible();
  await phone.getByRole('link', { name: '← Menu' }).click();
  await expect(progress(phone)).toHaveAttribute('aria-valuenow', '50');

  // The palette finds the page by its text.
  await other.keyboard.press('ControlOrMeta+k');
  await other.getByRole('combobox').fill('rye is');
  await expect(other.getByRole('group', { name: 'Classroom' }).getByRole('option')).toHaveText([
    'The Art of FlourBread Basics',
  ]);
  expect(await findAxeProblems(other)).toEqual([]);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Rye is dark.')).toBeVisible();
  await other.goto(`/${subdomain}/space/classroom`);

  // A page that is reverted to a draft disappears, and the progress follows.
  await page.getByRole('button', { name: 'Options of Water' }).click();
  await page.getByRole('menuitem', { name: 'Revert to draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert to draft' }).click();
  await expect(page.getByText('Water was reverted to draft')).toBeVisible();
  await expect(progress(phone)).toHaveAttribute('aria-valuenow', '100');
  await expect(progress(other)).toHaveAttribute('aria-valuenow', '100');
  await expect(phone.getByRole('link', { name: 'Water' })).toHaveCount(0);
});

/** Creates a course with a page, and opens the page. */
async function openNewPage(owner: Person, { id, subdomain }: TestSpace, content: string) {
  const { course } = await owner.send<{ course: { id: string; slug: string } }>(`/api/spaces/${id}/courses`, {
    client_id: crypto.randomUUID(),
    title: 'Bread Basics',
  });
  const { page } = await owner.send<{ page: { id: string } }>(`/api/courses/${course.id}/pages`, {
    client_id: crypto.randomUUID(),
    title: 'Flour',
    content,
  });
  await owner.page.goto(`/${subdomain}/space/classroom/${course.slug}?md=${page.id}`);
  return page;
}

test('Two editors of a page see both versions', async ({ people, isMobile }) => {
  test.skip(isMobile, 'The editor of phones is the same form.');
  const owner = await people.person('Olive');
  const space = await people.space(owner, 'Bakers');
  const { page } = owner;
  const saved = await openNewPage(owner, space, '<p>First version.</p>');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toBeFocused();
  await page.keyboard.type('Mine. ');
  await owner.send(`/api/course-pages/${saved.id}`, { content: '<p>Theirs.</p>', base_revision: 1 }, 'PATCH');
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(page.getByRole('alert').getByText('Theirs.')).toBeVisible();
  await expect(text).toContainText('Mine.');
  await page.getByRole('button', { name: 'Keep my version' }).click();
  await expect(text).toHaveCount(0);
  await expect(page.getByText('Mine.')).toBeVisible();
});

test('A long page can be marked as done from its end on a phone', async ({ people, isMobile }) => {
  test.skip(!isMobile, 'Wide windows have the button beside the title.');
  const owner = await people.person('Olive');
  const space = await people.space(owner, 'Bakers');
  const { page } = owner;
  await openNewPage(owner, space, `${'<p>Flour is ground grain.</p>'.repeat(60)}<p>The end.</p>`);
  await page.getByText('The end.').scrollIntoViewIfNeeded();
  const button = page.getByRole('button', { name: 'Mark as done' });
  await expect(button).toBeInViewport();
  await button.click();
  await expect(page.getByRole('button', { name: 'Mark as incomplete' })).toBeInViewport();
});

test('The editor of phones fills the window, and says in sight why an image is refused', async ({
  people,
  isMobile,
}) => {
  test.skip(!isMobile, 'Wide windows edit a page in its place.');
  const owner = await people.person('Olive');
  const space = await people.space(owner, 'Bakers');
  const { page } = owner;
  const edit = async () => {
    await page.getByRole('button', { name: 'Options of the page' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await openNewPage(owner, space, '<p>Flour is ground grain.</p>');
  await edit();
  const text = page.getByRole('textbox', { name: 'Text' });
  const save = page.getByRole('button', { name: 'SAVE' });
  await expect(text).toBeVisible();
  const below = async () => {
    const box = await save.boundingBox();
    return (page.viewportSize()?.height ?? 0) - (box ? box.y + box.height : 0);
  };
  await expect.poll(below).toBeLessThan(16);
  await text.click();
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeInViewport();
  await page
    .getByRole('dialog')
    .getByLabel('Image')
    .and(page.locator('input'))
    .setInputFiles({ name: 'flour.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  const problem = page.getByText('Please select an image file (PNG, JPG, GIF, etc.)');
  await expect(problem).toBeInViewport({ ratio: 1 });
  await expectUncovered(problem);
});
