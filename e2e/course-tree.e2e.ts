import { interruptible } from './interruptions.ts';
import type { Person, TestSpace } from './people.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { untilHydrated } from './watch.ts';

// An editor puts a course in order: with a mouse, with the keyboard, with a finger. Members see it at once, and can't.

interface Course {
  id: string;
  slug: string;
}

/** Creates a course with the pages Flour and Water, and the folder Week 1 with the pages Rye and Oats. */
async function newCourse(owner: Person, space: TestSpace): Promise<Course> {
  const client_id = () => crypto.randomUUID();
  const { course } = await owner.send<{ course: Course }>(`/api/spaces/${space.id}/courses`, {
    client_id: client_id(),
    title: 'Bread Basics',
    is_published: true,
  });
  const { folder } = await owner.send<{ folder: { id: string } }>(`/api/courses/${course.id}/folders`, {
    client_id: client_id(),
    title: 'Week 1',
  });
  for (const [title, folder_id] of [
    ['Flour', null],
    ['Water', null],
    ['Rye', folder.id],
    ['Oats', folder.id],
  ])
    await owner.send(`/api/courses/${course.id}/pages`, { client_id: client_id(), title, folder_id });
  return course;
}

const contents = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });
const rows = (page: Page) => contents(page).getByRole('listitem');
const link = (page: Page, name: string) => contents(page).getByRole('link', { name, exact: true });
const expectOrder = (page: Page, ...titles: string[]) =>
  expect(rows(page)).toHaveText(titles.map((title) => new RegExp(`^${title}`)));

/** Returns a point of an element: how far into it, from its top. */
async function pointOf(element: Locator, share = 0.5): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { x: box.x + 40, y: box.y + box.height * share };
}

test('A course is put in order with a mouse and with the keyboard, and everyone sees it', async ({
  people,
  isMobile,
}) => {
  test.skip(isMobile, 'Phones have neither.');
  const owner = await people.person('Olive');
  const member = await people.person('Milo');
  const space = await people.space(owner, 'Bakers');
  await member.send(`/api/spaces/${space.id}/join`);
  const { slug } = await newCourse(owner, space);
  const address = `/${space.subdomain}/space/classroom/${slug}`;
  const { page } = owner;
  await Promise.all([page.goto(address), member.page.goto(address)]);
  await expectOrder(page, 'Flour', 'Water', 'Week 1', 'Rye', 'Oats');

  // From the top into the folder: the line shows where.
  await untilHydrated(link(page, 'Flour'));
  const flour = await pointOf(link(page, 'Flour'));
  await page.mouse.move(flour.x, flour.y);
  await page.mouse.down();
  const oats = await pointOf(rows(page).filter({ hasText: 'Oats' }), 0.2);
  await page.mouse.move(oats.x, oats.y, { steps: 5 });
  await expect(page.locator('.drop-line')).toBeVisible();
  await page.mouse.up();
  await expectOrder(page, 'Water', 'Week 1', 'Rye', 'Flour', 'Oats');
  await expect(page.locator('.drop-line')).toHaveCount(0);
  await expectOrder(member.page, 'Water', 'Week 1', 'Rye', 'Flour', 'Oats');

  // Escape leaves it where it is.
  const rye = await pointOf(link(page, 'Rye'));
  await page.mouse.move(rye.x, rye.y);
  await page.mouse.down();
  const water = await pointOf(link(page, 'Water'), 0.2);
  await page.mouse.move(water.x, water.y, { steps: 5 });
  await expect(page.locator('.drop-line')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.drop-line')).toHaveCount(0);
  await page.mouse.up();
  await expectOrder(page, 'Water', 'Week 1', 'Rye', 'Flour', 'Oats');

  // Out of the folder, and back into it, step by step. The focus stays on the page.
  await link(page, 'Rye').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder(page, 'Water', 'Rye', 'Week 1', 'Flour', 'Oats');
  await expect(contents(page).getByRole('status')).toHaveText('Rye is now 2 of 2');
  for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+ArrowDown');
  await expectOrder(page, 'Water', 'Week 1', 'Flour', 'Oats', 'Rye');
  await expect(link(page, 'Rye')).toBeFocused();
  await expectOrder(member.page, 'Water', 'Week 1', 'Flour', 'Oats', 'Rye');
  await page.reload();
  await expectOrder(page, 'Water', 'Week 1', 'Flour', 'Oats', 'Rye');

  // Members can't move anything.
  await untilHydrated(link(member.page, 'Water'));
  await link(member.page, 'Water').focus();
  await member.page.keyboard.press('Alt+ArrowDown');
  const [from, to] = [await pointOf(link(member.page, 'Water')), await pointOf(link(member.page, 'Oats'))];
  await member.page.mouse.move(from.x, from.y);
  await member.page.mouse.down();
  await member.page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(member.page.locator('.drag-ghost')).toHaveCount(0);
  await member.page.mouse.up();
  await member.page.reload();
  await expectOrder(member.page, 'Water', 'Week 1', 'Flour', 'Oats', 'Rye');
});

test('A page that was moved goes back if the server cannot be reached', async ({ people, isMobile }) => {
  test.skip(isMobile, 'It is about what happens after a move.');
  const owner = await people.person('Olive');
  const space = await people.space(owner, 'Bakers');
  const { slug } = await newCourse(owner, space);
  const { page } = owner;
  const moves = await interruptible(page, '**/api/course-pages/*/position');
  await page.goto(`/${space.subdomain}/space/classroom/${slug}`);
  await untilHydrated(link(page, 'Flour'));
  await link(page, 'Flour').focus();
  moves.interrupt();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText("Couldn't move the page")).toBeVisible();
  await expectOrder(page, 'Flour', 'Water', 'Week 1', 'Rye', 'Oats');
  await expect(link(page, 'Flour')).toBeFocused();
});

test('A course is put in order with a finger that rests on a page', async ({ people, isMobile }) => {
  test.skip(!isMobile, 'Desks have no touch screen.');
  const owner = await people.person('Olive', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const space = await people.space(owner, 'Bakers');
  const { slug } = await newCourse(owner, space);
  const { page } = owner;
  await page.goto(`/${space.subdomain}/space/classroom/${slug}?md=menu`);
  await expectOrder(page, 'Flour', 'Water', 'Week 1', 'Rye', 'Oats');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await untilHydrated(link(page, 'Flour'));
  const from = await pointOf(link(page, 'Flour'));
  await touch('touchStart', from);
  await expect(page.locator('.drag-ghost')).toHaveText('Flour');
  const to = await pointOf(rows(page).filter({ hasText: 'Oats' }), 0.8);
  for (const share of [0.3, 0.6, 1])
    await touch('touchMove', { x: from.x, y: from.y + (to.y - from.y) * share });
  await expect(page.locator('.drop-line')).toBeVisible();
  await touch('touchEnd');
  await expectOrder(page, 'Water', 'Week 1', 'Rye', 'Oats', 'Flour');
  // The tap at its end opens nothing.
  await expect(page).toHaveURL(/md=menu/);
  // A short touch still opens a page.
  await link(page, 'Flour').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Flour' })).toBeVisible();
});

test('A large course opens at the page that is shown, and the focus stays while its contents scroll', async ({
  people,
  isMobile,
}) => {
  test.skip(isMobile, 'Phones show contents and pages one after the other.');
  const owner = await people.person('Olive');
  const space = await people.space(owner, 'Bakers');
  const { id, slug } = await newCourse(owner, space);
  const ids: string[] = [];
  for (let n = 1; n <= 160; n++) {
    const { page } = await owner.send<{ page: { id: string } }>(`/api/courses/${id}/pages`, {
      client_id: crypto.randomUUID(),
      title: `Loaf ${n}`,
    });
    ids.push(page.id);
  }
  const { page } = owner;
  await page.goto(`/${space.subdomain}/space/classroom/${slug}?md=${ids[119]}`);
  await expect(link(page, 'Loaf 120')).toBeInViewport();
  await untilHydrated(link(page, 'Loaf 121'));
  expect(await rows(page).count()).toBeLessThan(80);
  // Once all pages are there.
  await expect(page.locator('.course-tree[data-movable]')).toBeVisible();
  await link(page, 'Loaf 121').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(contents(page).getByRole('status')).toHaveText('Loaf 121 is now 122 of 162');
  // Out of sight, it is still where the keyboard is.
  const side = page.locator('.course-side');
  await side.evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(link(page, 'Flour')).toBeInViewport();
  await expect(link(page, 'Loaf 121')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(contents(page).getByRole('status')).toHaveText('Loaf 121 is now 121 of 162');
  await expect(link(page, 'Loaf 119')).toHaveCount(1);
  // The search finds what isn't in the document.
  await page.getByRole('searchbox', { name: 'Search pages' }).fill('loaf 15');
  await expect(contents(page).getByRole('link').filter({ hasText: /^Loaf/ })).toHaveText(
    ['15', '150', '151', '152', '153', '154', '155', '156', '157', '158', '159'].map((n) => `Loaf ${n}`),
  );
});
