import { findAxeProblems } from '../tools/screens/check-axe.ts';
import { expect, type Page, test } from './test.ts';

// An owner uploads a video to a course over a network that fails. A member watches it on one device and goes on on another.

const file = 'server/seed/media/files/choose-one.mp4';
const player = (page: Page) => page.getByRole('region', { name: 'Video: choose-one.mp4' });
const position = (page: Page) =>
  page.locator('video').evaluate((video) => (video as unknown as { currentTime: number }).currentTime);

test('A video arrives over a network that fails, and is watched on two devices until the page is done', async ({
  people,
  isMobile,
}) => {
  test.skip(isMobile, 'Its second device is one.');
  const { owner, member, space } = await people.scene('Bakers');
  const course = { client_id: crypto.randomUUID(), title: 'Bread', is_published: true };
  await owner.send(`/api/spaces/${space.id}/courses`, { ...course, description: '', cover_upload_id: null });
  const { page, context } = owner;
  await page.goto(`/${space.subdomain}/space/classroom/bread`);
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Knead');
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a video' });
  await expect(dialog.getByText('up to 100 MB')).toBeVisible();
  expect(await findAxeProblems(page)).toEqual([]);

  // The first bytes don't arrive.
  await page.route('**/bytes', async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await dialog.getByLabel('Video file').setInputFiles(file);
  await expect(dialog.getByText('Waiting for connection')).toBeVisible();
  await page.unroute('**/bytes');
  await context.setOffline(false);
  await expect(page.getByText('Uploaded video')).toBeVisible();
  await page.getByRole('button', { name: 'SAVE' }).click();
  await expect(player(page)).toBeVisible();
  const address = page.url();

  // Captions and chapters are added below the video.
  await page.getByRole('button', { name: 'Captions and chapters' }).click();
  const texts = page.getByRole('dialog', { name: 'Captions and chapters' });
  await texts.getByRole('combobox', { name: 'Add captions in' }).fill('English');
  await page.getByRole('option', { name: 'English', exact: true }).click();
  expect(await findAxeProblems(page)).toEqual([]);
  const chooser = page.waitForEvent('filechooser');
  await texts.getByRole('button', { name: 'Select file' }).click();
  await (await chooser).setFiles('server/seed/media/files/choose-one.en.vtt');
  await expect(texts.getByRole('button', { name: 'Delete captions: English' })).toBeVisible();
  await texts.getByRole('textbox', { name: 'Chapters' }).fill('0:00 The whole sheet\n0:07 The red circle');
  await texts.getByRole('button', { name: 'Save chapters' }).click();
  await expect(page.getByRole('button', { name: 'Chapters', exact: true })).toBeVisible();

  const phone = member.page;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(address);
  await player(phone).getByRole('button', { name: 'Play video' }).click();
  await expect.poll(() => position(phone)).toBeGreaterThan(0.5);
  await expect(player(phone).getByRole('slider', { name: 'Position' })).toBeVisible();
  // It's stopped before it jumps, so that it stays where the captions are expected, and starts from where the jump isn't.
  await player(phone).press('k');
  await expect(player(phone).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await player(phone).press('0');
  expect(await findAxeProblems(phone)).toEqual([]);
  const slider = player(phone).getByRole('slider', { name: 'Position' });
  await slider.fill('6');
  await expect.poll(() => position(phone)).toBeCloseTo(6, 0);
  // The ring of its focus is light on a dark picture, and dark around that.
  await slider.press('Shift');
  await expect(slider).toHaveCSS('outline', /rgb\(255, 255, 255\) solid 2px/);
  await expect(slider).toHaveCSS('box-shadow', /rgba\(0, 0, 0, 0\.8\).* 4px/);

  // Captions over the video follow it, and the transcript jumps.
  await player(phone).press('c');
  await expect(player(phone).getByText('Portraits first')).toBeVisible();
  await phone.getByRole('button', { name: 'Transcript' }).click();
  await phone.getByRole('searchbox', { name: 'Search the transcript' }).fill('red');
  await phone.getByRole('button', { name: /One frame gets the red circle/ }).click();
  await expect(player(phone).getByText('One frame gets the red circle')).toBeVisible();
  await player(phone).press('k');
  expect(await findAxeProblems(phone)).toEqual([]);

  const other = await people.device(member);
  await other.goto(address);
  await player(other).getByRole('button', { name: 'Play video' }).click();
  await expect.poll(() => position(other)).toBeGreaterThan(5);

  // It's stopped far from the end, where playing would start over.
  await player(other).press('4');
  await player(other).press('k');
  await expect(player(other).getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  // A page that is open on a third device notices it when its window gets the focus.
  const third = await people.device(member);
  await third.goto(address);
  await expect.poll(() => position(third)).toBeGreaterThan(5);
  await player(other).press('6');
  await expect.poll(() => position(other)).toBeGreaterThan(9);
  await other.goto('about:blank');
  await expect(async () => {
    await third.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')));
    expect(await position(third)).toBeGreaterThan(9);
  }).toPass();
});
