import sharp from 'sharp';
import { type People, writePost } from './people.ts';
import { RealServer } from './server.ts';
import { expect, type Locator, type Page, test } from './test.ts';

// Comments with images and files between two users, and a server that is killed while they type.

/** A space of an owner and a member, with a post by the owner. */
async function newConversation(people: People, baseURL?: string) {
  const scene = await people.scene('Talking room', baseURL === undefined ? {} : { baseURL });
  const post = await scene.write('Show us yours');
  return { ...scene, path: `/${scene.space.subdomain}/post/${post.slug}` };
}

const drawing = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Opens a text box. */
async function openBox(page: Page, button: RegExp, label: string): Promise<Locator> {
  const box = page.getByRole('textbox', { name: label });
  await page.getByRole('button', { name: button }).first().click();
  await expect(box).toBeVisible();
  return box;
}

async function choose(page: Page, action: string): Promise<void> {
  const comment = page.getByRole('article', { name: 'Comment by Milo Story' });
  await comment.last().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('Comments with an image and a file are shown live, opened, edited and deleted', async ({ people }) => {
  const { owner, member, path } = await newConversation(people);
  await owner.page.goto(path);
  await member.page.goto(path);
  const comments = (page: Page) => page.getByRole('article', { name: 'Comment by Milo Story' });

  await test.step('a comment with an image', async () => {
    const box = await openBox(member.page, /Write a comment/, 'Write a comment');
    await box.pressSequentially('From this morning');
    await member.page.getByLabel('Choose an image or file').setInputFiles({
      name: 'A lake.png',
      mimeType: 'image/png',
      buffer: await drawing(900, 600, '#88aacc'),
    });
    await expect(member.page.getByRole('img', { name: 'A lake.png' })).toBeVisible();
    await expect(member.page.getByRole('progressbar')).toHaveCount(0);
    await member.page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(comments(owner.page)).toContainText('From this morning');
    const image = comments(owner.page).getByRole('button', { name: /Open image/ });
    await expect(image).toBeVisible();
    await image.click();
    const viewer = owner.page.getByRole('dialog', { name: /Image/ });
    await expect(viewer.getByRole('img', { name: 'A lake.png' })).toBeInViewport();
    await expect(viewer.getByText('Milo Story')).toBeVisible();
    await owner.page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(image).toBeFocused();
  });

  await test.step('another one with a file, which can be downloaded', async () => {
    const box = await openBox(member.page, /Write a comment/, 'Write a comment');
    await box.pressSequentially('And the plan');
    await member.page.getByLabel('Choose an image or file').setInputFiles({
      name: 'Plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    });
    await expect(member.page.getByText('Plan.pdf')).toBeVisible();
    await expect(member.page.getByRole('progressbar')).toHaveCount(0);
    await member.page.getByRole('button', { name: 'Comment', exact: true }).click();
    const file = comments(owner.page).getByRole('link', { name: /^Plan\.pdf/ });
    await expect(file).toBeVisible();
    const saved = owner.page.waitForEvent('download');
    await file.click();
    expect((await saved).suggestedFilename()).toBe('Plan.pdf');
  });

  await test.step('the text is edited and the file removed, live for both', async () => {
    await choose(member.page, 'Edit');
    const box = member.page.getByRole('textbox', { name: 'Edit comment' });
    await expect(box).toHaveText('And the plan');
    await box.press('End');
    await box.pressSequentially(', drawn anew');
    await member.page.getByRole('button', { name: 'Remove Plan.pdf' }).click();
    await member.page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(comments(owner.page).last()).toContainText('And the plan, drawn anew');
    await expect(owner.page.getByRole('link', { name: /^Plan\.pdf/ })).toHaveCount(0);
    await expect(comments(owner.page).last()).toContainText('edited');
  });

  await test.step('both are deleted', async () => {
    await expect(member.page.getByRole('textbox', { name: 'Edit comment' })).toHaveCount(0);
    for (const left of [1, 0]) {
      await choose(member.page, 'Delete comment');
      await member.page.getByRole('button', { name: 'Delete comment' }).click();
      await expect(comments(owner.page)).toHaveCount(left);
      await expect(comments(member.page)).toHaveCount(left);
    }
    await expect(owner.page.getByRole('img', { name: 'A lake.png' })).toHaveCount(0);
  });
});

test('A printed post is in the light scheme and has nothing that can only be pressed', async ({ people }) => {
  const { path, member } = await newConversation(people);
  const { page } = member;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(path);
  const prompt = page.getByRole('button', { name: /Write a comment/ });
  await expect(prompt).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1, name: 'Show us yours' })).toBeVisible();
  await expect(prompt).toBeHidden();
  for (const name of [/^Like/, 'More', /^Search/, 'Your account'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Calendar' })).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('The image viewer opens the selected image and supports keys and pinching', async ({
  people,
  baseURL,
}) => {
  const { owner, member, space } = await people.scene();
  const upload_ids: string[] = [];
  for (const [name, width, height] of [
    ['Wide.png', 1200, 600],
    ['Tall.png', 600, 1500],
    ['Small.png', 200, 200],
  ] as const) {
    const response = await owner.context.request.post(
      `/api/uploads?purpose=post_image&space_id=${space.id}&file_name=${name}`,
      {
        data: await drawing(width, height, '#5577aa'),
        headers: { origin: baseURL ?? '', 'content-type': 'image/png' },
      },
    );
    const { upload } = (await response.json()) as { upload: { id: string } };
    upload_ids.push(upload.id);
  }
  const post = await writePost(owner, space, 'Three pictures', { body: '', upload_ids });
  const { page } = member;
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  await page.getByRole('button', { name: 'Open image 2 of 3: Tall.png' }).click();
  const dialog = page.getByRole('dialog');
  const shown = (name: string) => dialog.getByRole('img', { name });
  await expect(dialog).toHaveAccessibleName('Image 2 of 3');
  await expect(shown('Tall.png')).toBeInViewport();
  await expect(shown('Wide.png')).not.toBeInViewport();

  await dialog.getByRole('list', { name: 'Images' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName('Image 3 of 3');
  await page.keyboard.press('Home');
  await expect(dialog).toHaveAccessibleName('Image 1 of 3');
  await expect(shown('Wide.png')).toBeInViewport();
  const whole = (await shown('Wide.png').boundingBox())?.width ?? 0;
  await page.keyboard.press('+');
  await expect.poll(async () => (await shown('Wide.png').boundingBox())?.width).toBeGreaterThan(whole * 2);
  await page.keyboard.press('0');
  await expect.poll(async () => (await shown('Wide.png').boundingBox())?.width).toBe(whole);

  // It slides in, and has arrived when it is in the middle.
  const centre = async (place: Locator) => {
    const at = await place.boundingBox();
    return (at?.x ?? 0) + (at?.width ?? 0) / 2;
  };
  const row = dialog.getByRole('list', { name: 'Images' });
  await expect
    .poll(async () => Math.abs((await centre(shown('Wide.png'))) - (await centre(row))))
    .toBeLessThan(1);

  // Two fingers move apart to twice their distance, around the middle of the image.
  const box = await shown('Wide.png').boundingBox();
  if (!box) throw new Error('There is no image');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = (apart: number) => [
    { x: middle.x - apart, y: middle.y },
    { x: middle.x + apart, y: middle.y },
  ];
  const touches = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', fingers(40));
  for (const apart of [50, 60, 70, 80]) await touch('touchMove', fingers(apart));
  await touch('touchEnd', []);
  await expect
    .poll(async () => Math.round((((await shown('Wide.png').boundingBox())?.width ?? 0) / whole) * 10))
    .toBe(20);
  expect(Math.abs((await centre(shown('Wide.png'))) - middle.x)).toBeLessThan(3);
  await touch('touchStart', fingers(80));
  for (const apart of [60, 40, 20]) await touch('touchMove', fingers(apart));
  await touch('touchEnd', []);
  await expect.poll(async () => (await shown('Wide.png').boundingBox())?.width).toBe(whole);

  // A short way down it returns; further down it closes, and the focus is back where it was opened.
  const swipeDown = async (distance: number) => {
    // In seconds; so slow that only the distance decides.
    let timestamp = Date.now() / 1000;
    const step = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) => {
      timestamp += 0.1;
      const touchPoints = type === 'touchEnd' ? [] : [{ x: middle.x, y: middle.y + moved }];
      return touches.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
    };
    await step('touchStart', 0);
    for (let moved = 20; moved <= distance; moved += 20) await step('touchMove', moved);
    await step('touchEnd', distance);
  };
  await swipeDown(60);
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await shown('Wide.png').boundingBox())?.y).toBe(box.y);
  await swipeDown(240);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open image 2 of 3: Tall.png' })).toBeFocused();
});

test.describe('A killed server', () => {
  let server: RealServer;
  test.beforeAll(async ({ browserName: _browser }, { project }) => {
    if (project.name === 'desktop') server = await RealServer.open();
  });
  test.afterAll(async () => {
    await server?.close();
  });

  test('loses neither a post nor a comment nor an edit that is being typed', async ({ people }, {
    project,
  }) => {
    test.skip(project.name !== 'desktop', 'one server that dies is enough');
    test.setTimeout(180_000);
    const { owner, member, space, path } = await newConversation(people, server.url);
    const [feed, conversation, edit] = [owner.page, member.page, await owner.context.newPage()];

    await feed.goto(`/${space.subdomain}/space`);
    const form = feed.getByRole('form', { name: 'Write a post' });
    await openBox(feed, /Write something/, 'Text');
    await form.getByLabel('Title').fill('Half a thought');
    await conversation.goto(path);
    const comment = await openBox(conversation, /Write a comment/, 'Write a comment');
    await edit.goto(path);
    await expect(async () => {
      if (await edit.getByRole('menuitem', { name: 'Edit post' }).isVisible()) return;
      await edit.getByRole('button', { name: 'More', exact: true }).first().click({ timeout: 5_000 });
      await expect(edit.getByRole('menuitem', { name: 'Edit post' })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await edit.getByRole('menuitem', { name: 'Edit post' }).click();
    const change = edit.getByRole('form', { name: 'Edit post' });
    await expect(change.getByLabel('Title')).toHaveValue('Show us yours');

    // The server is killed in the middle of typing.
    await form.getByRole('textbox', { name: 'Text' }).pressSequentially('The first half');
    await comment.pressSequentially('I was just');
    await change.getByLabel('Title').fill('Show us yours, and');
    await server.kill();
    await form.getByRole('textbox', { name: 'Text' }).pressSequentially(' and the second');
    await comment.pressSequentially(' about to say');
    await change.getByLabel('Title').fill('Show us yours, and tell');

    // Sending fails now, and the text is kept.
    await form.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(form.getByRole('alert')).toContainText("We'll keep trying to send it");
    // Changed since, so that it waits for another press.
    await form.getByRole('textbox', { name: 'Text' }).pressSequentially(', later');
    await conversation.getByRole('button', { name: 'Comment', exact: true }).click();
    const unsent = conversation.getByRole('article', { name: 'Comment by Milo Story, not confirmed yet' });
    await expect(unsent).toContainText('I was just about to say');
    await expect(unsent).toContainText("We'll send it when you're back online");
    const second = await openBox(conversation, /Write a comment/, 'Write a comment');
    await second.pressSequentially('Hello?');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change.getByRole('alert')).toContainText('Your text is still here');

    await server.start();
    await expect(form.getByRole('textbox', { name: 'Text' })).toHaveText(
      'The first half and the second, later',
    );
    await expect(second).toHaveText('Hello?');
    // The comment and the edit are sent by themselves, once.
    const sent = (page: Page) => page.getByRole('article', { name: 'Comment by Milo Story', exact: true });
    await expect(sent(conversation)).toHaveCount(1);
    await expect(sent(conversation)).toContainText('I was just about to say');
    await expect(unsent).toHaveCount(0);
    await expect(change).toHaveCount(0);
    for (const page of [edit, conversation])
      await expect(page.getByRole('heading', { name: 'Show us yours, and tell' })).toBeVisible();

    // What wasn't sent is also on a page that is loaded again.
    for (const page of [feed, conversation]) await page.reload();
    await openBox(conversation, /Draft/, 'Write a comment');
    await expect(conversation.getByRole('textbox', { name: 'Write a comment' })).toHaveText('Hello?');
    await openBox(feed, /Draft/, 'Text');
    await expect(form.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(form.getByRole('textbox', { name: 'Text' })).toHaveText(
      'The first half and the second, later',
    );

    await form.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(
      feed.getByRole('feed', { name: 'Posts' }).getByRole('heading', { name: 'Half a thought' }),
    ).toBeVisible();
    await conversation.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(sent(edit)).toHaveCount(2);
  });
});
