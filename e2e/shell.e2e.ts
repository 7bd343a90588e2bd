import { findAxeProblems } from '../tools/screens/check-axe.ts';
import { interruptible } from './interruptions.ts';
import { logOut, openMenu, type Person, password } from './people.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { expectUncovered } from './watch.ts';

// The app shell: two users in one browser, the Back button, and scripts that fail to load.

async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

test('Nothing of the first user remains for the second: in storage, on screen or with the Back button', async ({
  people,
  page,
}) => {
  const { member, space } = await people.scene('Film, slowly');
  const second = await people.person('Beatriz');
  await logIn(page, member);
  await page.waitForURL(`**/${space.subdomain}/space`);
  await expect
    .poll(() => page.evaluate('localStorage.getItem("hearth.user-spaces") ?? ""'))
    .toContain(space.subdomain);
  await page.goto(`/${space.subdomain}/space/members`);
  await page.getByRole('link', { name: 'Feed' }).click();
  await openMenu(page);
  await logOut(page);
  await page.waitForURL('**/login');
  const left = await page.evaluate('Object.keys(localStorage).filter((name) => name !== "hearth.theme")');
  expect(left).toEqual([]);

  await page.goBack();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('button', { name: /(Your account|Profile|Write something)/ })).toHaveCount(0);

  await logIn(page, second);
  await openMenu(page);
  await expect(page.getByText(second.email)).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
});

test('Logging out in one tab covers the others, which keep what was typed for the same user only', async ({
  people,
  page,
}) => {
  const { member, space, write } = await people.scene('Two tabs');
  const post = await write('On the train');
  await logIn(page, member);
  const path = `/${space.subdomain}/post/${post.slug}`;
  const other = await page.context().newPage();
  const field = other.getByRole('textbox', { name: 'Write a comment' });
  const text = other.getByText('Half a thought');
  const covered = other.getByRole('heading', { name: "You've been logged out" });
  const leave = async () => {
    await openMenu(page);
    await logOut(page);
    await page.waitForURL('**/login');
    await expect(covered).toBeVisible();
    await expect(text).toHaveCount(0);
    expect(new URL(other.url()).pathname).toBe(path);
    await other.getByRole('link', { name: 'Log in again' }).click();
  };
  const enter = async ({ email }: Person) => {
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'LOG IN' }).click();
    await other.waitForURL((url) => url.pathname !== '/login');
  };
  await other.goto(path);
  await other.getByRole('button', { name: 'Write a comment' }).click();
  await field.fill('Half a thought');
  await leave();
  await enter(member);
  await other.waitForURL(`**${path}`);
  await other.getByRole('button', { name: /Half a thought/ }).click();
  await expect(field).toHaveText('Half a thought');

  await field.press('End');
  await field.pressSequentially('!');
  await page.goto('/discover');
  await leave();
  await enter(await people.person('Beatriz'));
  await expect(text).toHaveCount(0);
  // The scripts of the page delete it.
  await expect
    .poll(() => other.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])))
    .not.toContain('Half a thought');
});

test('Logging out works while the server is unreachable', async ({ people }) => {
  const { page } = await people.person('Rosa');
  const signOut = await interruptible(page, '**/api/auth/sign-out');
  await page.goto('/discover');
  signOut.interrupt();
  await openMenu(page);
  await logOut(page);
  await page.waitForURL(/^[^/]+\/\/[^/]+\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto('/notifs');
  await page.waitForURL(/\/login\?redirect=%2Fnotifs$/);

  // Once the server is reachable, the next page ends the session.
  signOut.restore();
  await page.goto('/discover');
  const names = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(names).not.toContain('hearth_signed_out');
  expect(await names()).not.toContain('hearth_session');
});

test('A tab whose scripts fail to load affects nothing else, and appears once they load', async ({
  people,
}) => {
  const { member, space } = await people.scene('Film, slowly');
  const { page } = member;
  await page.route(/assets\/members-page/, (route) => route.abort());
  await page.goto(`/${space.subdomain}/space`);
  const tabs = page.getByRole('navigation', { name: 'Film, slowly' });
  await tabs.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByText('Something went wrong loading this tab.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Feed' }).click();
  await expect(page.getByRole('button', { name: 'Write something' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await tabs.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible();
});

/** An entry of the Layout Instability API, which TypeScript's library doesn't contain. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/**
 * Notes what moves on each page that is opened from now on, once its document has arrived: on a busy machine, it can be painted
 * before that. Returns a function that describes what has moved on the current one.
 */
async function watchShifts(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    /** When fonts arrived. What they move says nothing here: this machine may lack those that the fallback is adjusted to. */
    const fontsAt: number[] = [];
    document.fonts.addEventListener('loadingdone', () => void fontsAt.push(performance.now()));
    const isOfFont = (startTime: number) => fontsAt.some((at) => Math.abs(startTime - at) < 250);
    const shifts: { startTime: number; text: string }[] = [];
    const note = (entries: PerformanceEntryList) => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const arrivedAt = navigation?.domInteractive || Number.POSITIVE_INFINITY;
      for (const { startTime, value, sources } of entries as LayoutShift[]) {
        if (startTime < arrivedAt) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName;
          const text = node?.textContent?.slice(0, 60);
          return `${name} "${text}" from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
        });
        shifts.push({ startTime, text: [value, ...moved].join('\n') });
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const describeShifts = async () => {
      // A font may say that it has arrived just after what it moved, and a shift is noted after the frame that it is in.
      await document.fonts.ready;
      for (let frames = 0; frames < 2; frames += 1) await frame();
      note(observer.takeRecords());
      return shifts.filter(({ startTime }) => !isOfFont(startTime)).map(({ text }) => text);
    };
    Object.assign(window, { describeShifts });
  });
  return async () => {
    const shifts = await page.evaluate<string[]>('window.describeShifts()');
    return shifts.length === 0 ? null : shifts.join('\n');
  };
}

test('Leaving a space shows one message, which takes no tap of a phone, and not that the user was removed', async ({
  people,
  isMobile,
}) => {
  const { member, space } = await people.scene('Slow Bread');
  const { page } = member;
  await page.goto(`/${space.subdomain}/about`);
  await page.getByRole('button', { name: 'Leave space' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Leave/ })
    .click();
  await expect(page.getByText('Left Space')).toBeVisible();
  await page
    .getByRole('navigation', { name: /Slow Bread/ })
    .getByRole('link', { name: 'Feed' })
    .click();
  await expect(page.getByText('Join the conversation')).toBeVisible();
  await expect(page.getByText("You're no longer a member", { exact: false })).toHaveCount(0);
  const toast = page.locator('.toast[data-state="back"]');
  if (isMobile) await expectNoTaps(page, toast);
  const join = page.getByRole('button', { name: 'Join' });
  await expectUncovered(join);
  await join.click();
  await expect(page.getByText('Join the conversation')).toHaveCount(0);
});

/** Expects a toast to cover no bar and not the beginning of the page, to let taps through, and to be gone after a swipe. */
async function expectNoTaps(page: Page, toast: Locator): Promise<void> {
  const box = await toast.boundingBox();
  if (!box) throw new Error('the toast has gone');
  for (const bar of ['.site-bar', '.space-bar', '.bottom-bar', '#main .card >> nth=0']) {
    const covered = await page.locator(bar).boundingBox();
    if (!covered) throw new Error(`there is no ${bar}`);
    expect(box.y >= covered.y + covered.height || box.y + box.height <= covered.y, bar).toBe(true);
  }
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toHaveCSS('width', '1px');
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const isToast = ({ x, y }: typeof at) => document.elementFromPoint(x, y)?.closest('.toasts') !== null;
  expect(await page.evaluate(isToast, at)).toBe(false);
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at.x + by, y: at.y }],
    });
  await send('touchStart', 0);
  for (const by of [10, 30, 60, 90]) await send('touchMove', by);
  await send('touchEnd', 90);
  await expect(toast).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('Back closes what is open over the page, from the top, before it leaves the page', async ({
  people,
  isMobile,
}) => {
  const { member, space, write } = await people.scene('Slow Bread');
  await write('First loaf');
  const { page } = member;
  await page.goto('/discover');
  await page.goto(`/${space.subdomain}/space`);
  const menu = isMobile ? page.getByRole('dialog', { name: 'Your account' }) : page.getByRole('menu');
  // Also on a page that was just loaded, which nothing is behind but another page.
  await openMenu(page);
  await expect(menu).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/${space.subdomain}/space$`));
  await page.getByRole('link', { name: 'First loaf' }).first().click();
  await page.waitForURL('**/post/**');
  const url = page.url();
  await openMenu(page);
  await expect(menu).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(menu).toHaveCount(0);
  // The browser has gone back by then, and is brought forward again.
  await expect(page).toHaveURL(url);
  await page.evaluate(() => history.back());
  await page.waitForURL(`**/${space.subdomain}/space`);
  await page.evaluate(() => history.back());
  await page.waitForURL('**/discover');
});

test('No page moves or is rendered twice while it loads, and some are checked for accessibility in both color schemes', async ({
  people,
}) => {
  const { owner, member, space, write } = await people.scene('Slow Bread');
  const post = await write('First loaf');
  await member.send(`/api/posts/${post.id}/report`, { reason: 'spam' }, 'PUT');
  const { page } = owner;
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`));
  const shift = await watchShifts(page);
  const { event } = await owner.send<{ event: { id: string } }>(`/api/spaces/${space.id}/events`, {
    client_id: crypto.randomUUID(),
    title: 'Bread evening',
    description: '<p>Bring a starter.</p><p>Flour is there.</p><p>We bake until ten.</p>',
    starts_local: '2027-06-16T18:30',
    ends_local: '2027-06-16T20:30',
    time_zone: 'Europe/Berlin',
  });
  const inSpace = [
    'members',
    'leaderboard',
    'map',
    'calendar',
    `calendar?event=${event.id}`,
    'moderation',
  ].map((tab) => `/space/${tab}`);
  const paths = [...inSpace, '/about'].map((rest) => `/${space.subdomain}${rest}`);
  // Later pages have the font from the beginning. Without it, text is wider here: this machine may lack the fonts whose widths
  // the fallback is adjusted to.
  await page.goto('/discover');
  await page.evaluate(async () => await document.fonts.ready);
  for (const path of [...paths, '/notifs', '/settings/notifications']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await shift(), path).toBeNull();
    expect(errors, path).toEqual([]);
    // `npm run check:screens` checks all of them, with everything that opens.
    if (/event|moderation|settings/.test(path)) expect(await findAxeProblems(page), path).toEqual([]);
  }
});

test('A second press of a link adds nothing to the history, and tabs add nothing at all', async ({
  people,
}) => {
  const { member, space } = await people.scene('Slow Bread');
  const { page } = member;
  // Found by its address: other tests have spaces with the same name.
  await page.goto(`/discover?q=${space.subdomain}`);
  const length = () => page.evaluate<number>('history.length');
  const before = await length();
  await page.getByRole('main').locator(`a[href="/${space.subdomain}"]`).first().dblclick();
  await page.waitForURL(`**/${space.subdomain}/space`);
  expect((await length()) - before).toBe(1);
  await page
    .getByRole('navigation', { name: /Slow Bread/ })
    .getByRole('link', { name: 'Members' })
    .click();
  await page.waitForURL('**/members');
  expect((await length()) - before).toBe(1);
  await page.goBack();
  await page.waitForURL(`**/discover?q=${space.subdomain}`);
});

test('The layout changes from phone to desktop at 769 px, with one bell and one account menu', async ({
  people,
}) => {
  const { member, space } = await people.scene('Slow Bread');
  const { page } = member;
  await page.goto(`/${space.subdomain}/space`);
  const bells = page
    .getByRole('button', { name: 'Notifications' })
    .or(page.getByRole('link', { name: 'Notifications' }));
  const account = page.getByRole('banner').getByRole('button', { name: 'Your account' });
  const bottomBar = page.getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bottomBar).toBeVisible();
  await expect(bells.filter({ visible: true })).toHaveCount(1);
  await expect(account).toBeHidden();
  await page.setViewportSize({ width: 769, height: 900 });
  await expect(bottomBar).toBeHidden();
  await expect(bells.filter({ visible: true })).toHaveCount(1);
  await expect(account).toBeVisible();
});

test('Text, rows and buttons are in line, and nothing sticks out', async ({
  people,
  page: visitor,
  isMobile,
}) => {
  await visitor.goto('/');
  const headline = visitor.getByRole('heading', { level: 1 });
  const lines = await headline.evaluate((heading) => {
    const words = (heading.textContent ?? '').split(' ');
    const text = heading.firstChild as Text;
    const tops = words.map((word, index) => {
      const range = document.createRange();
      range.setStart(text, words.slice(0, index).join(' ').length + (index && 1));
      range.setEnd(text, words.slice(0, index + 1).join(' ').length);
      return [Math.round(range.getBoundingClientRect().top), word] as const;
    });
    return Object.values(Object.groupBy(tops, ([top]) => String(top))).map((line) => line?.length ?? 0);
  });
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(Math.min(...lines)).toBeGreaterThan(1);
  const sticksOut = await visitor
    .locator('main section')
    .first()
    .evaluate((section) => {
      const { left, right } = section.getBoundingClientRect();
      return [...section.querySelectorAll('*')].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.left < left || box.right > right);
      }).length;
    });
  expect(sticksOut).toBe(0);

  const { owner, member, space, write } = await people.scene('In line');
  const { page } = owner;
  await page.goto('/create-space');
  const size = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((label) => getComputedStyle(label).fontSize);
  expect([await size('Color'), await size('Description')]).toEqual(Array(2).fill(await size('Name')));

  await page.goto(`/${space.subdomain}/space`);
  const guide = page.getByRole('region', { name: 'Setup guide' });
  const left = async (locator: Locator) => (await locator.boundingBox())?.x;
  const mark = guide.locator('.checklist-mark').first();
  await expect(mark).toBeVisible();
  expect(await left(mark)).toBe(await left(page.locator('main .card:has(.composer-prompt) .avatar')));

  const post = await write('One comment has a like');
  const comment = (body: string) =>
    owner.send<{ comment: { id: string } }>(`/api/posts/${post.id}/comments`, {
      client_id: crypto.randomUUID(),
      body: `<p>${body}</p>`,
    });
  const liked = (await comment('Liked')).comment;
  await comment('Not liked');
  await member.send(`/api/comments/${liked.id}/like`, {}, 'PUT');
  await page.goto(`/${space.subdomain}/post/${post.slug}`);
  const replies = page.getByRole('button', { name: /^Reply to/ });
  await expect(replies).toHaveCount(2);
  expect(await left(replies.first())).toBe(await left(replies.last()));

  if (isMobile) return;
  await page.setViewportSize({ width: 1440, height: 640 });
  await page.getByRole('button', { name: /^Write a comment/ }).click();
  const send = page.getByRole('button', { name: 'Comment', exact: true });
  await expect(send).toBeVisible();
  await expect
    .poll(async () => 640 - (await send.evaluate((button) => button.getBoundingClientRect().bottom)))
    .toBeGreaterThanOrEqual(16);
});

test('On a phone, names in the header are whole, and the first post is in sight', async ({
  people,
  page: visitor,
}) => {
  /** The texts of the header that are cut off. */
  const cut = (page: Page) =>
    page
      .locator('.site-bar')
      .locator('div, a, button, span, p')
      .filter({ visible: true })
      .evaluateAll((elements) =>
        elements
          .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 1)
          .filter((one) => one.matches('.site-bar > div') || getComputedStyle(one).overflowX !== 'visible')
          .map((one) => one.textContent),
      );
  await visitor.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/discover']) {
    await visitor.goto(path);
    await expect(visitor.getByRole('banner').getByRole('link', { name: 'Sign up' })).toBeVisible();
    expect(await cut(visitor), path).toEqual([]);
  }

  const { owner, member, space, write } = await people.scene('Slow Bread');
  await write('First loaf');
  const { page } = owner;
  await member.send(`/api/spaces/${space.id}/welcome/dismissal`, {}, 'PUT');
  // The bars of a phone, on a desktop that is zoomed to 200 %. An owner has the most beside the name.
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [720, 450],
  ] as const) {
    const size = `${width} x ${height}`;
    await member.page.setViewportSize({ width, height });
    await page.setViewportSize({ width, height });
    await page.goto(`/${space.subdomain}/space`);
    await expect(page.getByRole('banner').getByRole('link', { name: /^Moderation/ })).toBeVisible();
    expect(await cut(page), size).toEqual([]);
    await member.page.goto(`/${space.subdomain}/space`);
    const first = member.page.getByRole('article').first();
    await expect(first).toBeVisible();
    const bar = await member.page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const box = await first.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), size).toBeLessThan(bar?.y ?? 0);
  }
});

test('The list of spaces opens and closes with its button, filters while typing, and resets the search', async ({
  people,
  isMobile,
}) => {
  const { owner, space } = await people.scene('Slow Bread');
  for (const name of ['Film, slowly', 'City gardens']) await people.space(owner, name);
  const { page } = owner;
  await page.goto('/discover');
  const button = page
    .getByRole('banner')
    .getByRole('button', { name: isMobile ? 'Switch between your spaces' : 'Spaces', exact: true })
    .filter({ visible: true });
  const list = page.getByRole('navigation', { name: 'Spaces', exact: true });
  const field = page.getByRole('dialog').getByRole('searchbox');
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await button.click();
  await expect(list.getByRole('listitem')).not.toHaveCount(0);
  const mine = await list.getByRole('listitem').count();
  await field.fill('bread');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(list.getByRole('listitem')).toHaveCount(mine);
  if (!isMobile) {
    // On phones, the list covers its button.
    await button.click();
    await expect(list).toBeHidden();
    await button.click();
    await expect(list).toBeVisible();
  }
  await field.fill('bread');
  await field.press('Enter');
  await page.waitForURL(`**/${space.subdomain}/space`);
  await expect(list).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`The landing page loads its ${colorScheme} screenshot in one size, and no other one`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const loaded: string[] = [];
    page.on('request', (request) =>
      loaded.push(/\/((feed|phone)-(light|dark))\b/.exec(request.url())?.[1] ?? ''),
    );
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('img', { name: 'The feed of a space' })).toHaveCount(1);
    const size = (page.viewportSize()?.width ?? 0) < 640 ? 'phone' : 'feed';
    expect(loaded.filter((name) => name !== '')).toEqual([`${size}-${colorScheme}`]);
  });
