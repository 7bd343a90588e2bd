import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { findChromium } from '#tools/find-chromium.ts';
import type { BenchOptions } from './options.ts';
import { launch } from './processes/launched.ts';
import { describeMachine, figure, median, printTable, verdict } from './results.ts';

const joined = 60;
/** The target in milliseconds of script time, for opening and for each letter. */
const target = 50;
const searchText = 'circle 4';
/** Runs in the page: resolves when changes have been painted. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/**
 * Runs in the page: resolves when `rows` spaces are in the list, the popup has keyboard focus, and that has been
 * painted.
 */
const untilRows = (rows: number) => `new Promise((done) => {
  const isThere = () =>
    document.querySelectorAll('nav[aria-label="Spaces"] li').length >= ${rows} &&
    document.activeElement?.closest('[role="dialog"]');
  const look = () => requestAnimationFrame(isThere() ? done : look);
  look();
})`;
/** More rows than fit on the screen at either width. */
const visible = 15;

/** Signs up a person, creates sixty spaces for them, and returns their session cookies. */
async function createPerson(url: string): Promise<{ name: string; value: string }[]> {
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  };
  const runId = Date.now().toString(36);
  const cookies = await post('/api/auth/sign-up', {
    first_name: 'Sixty',
    last_name: 'Spaces',
    email: `sixty-${runId}@example.com`,
    password: 'a long password',
  });
  for (let n = 1; n <= joined; n += 1) {
    await post('/api/spaces', { name: `Circle ${n}`, subdomain: `circle-${runId}-${n}` }, cookies.join('; '));
  }
  return cookies.map((cookie) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    return { name, value };
  });
}

/** Returns the script time of the page in milliseconds. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

/** Script time in milliseconds, of each round or letter. */
interface SwitcherTimes {
  opened: number[];
  /** Opened, until the rows below the edge exist, too. */
  allRows: number[];
  coldOpened: number[];
  letters: number[];
}

/**
 * Opens the switcher with its button and types the search text. Focusing the button loads the popup's scripts; unless
 * `isPointedAt`, the click has to wait for them.
 */
async function measureSwitcher(
  page: Page,
  button: Locator,
  isPointedAt: boolean,
  times: SwitcherTimes,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  if (isPointedAt) {
    await button.focus();
    await page.waitForTimeout(1_000);
  }
  const box = await button.boundingBox();
  if (!box) throw new Error('The button does not exist');
  // Uses the mouse and one plain selector, because Playwright's role queries would add to the script time.
  const before = await scriptTime(session);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(untilRows(visible));
  (isPointedAt ? times.opened : times.coldOpened).push((await scriptTime(session)) - before);
  await page.evaluate(untilRows(joined));
  await page.evaluate(twoFrames);
  if (isPointedAt) times.allRows.push((await scriptTime(session)) - before);
  const list = page.getByRole('navigation', { name: 'Spaces' });
  await list.getByRole('link', { name: 'Circle 60', exact: true }).waitFor();
  await page
    .getByRole('searchbox', { name: /^Search/ })
    .last()
    .focus();
  for (const letter of searchText) {
    const began = await scriptTime(session);
    await page.keyboard.press(letter);
    await page.evaluate(twoFrames);
    times.letters.push((await scriptTime(session)) - began);
  }
}

/** Opens the switcher of a person in sixty spaces in Chromium and filters it letter by letter. */
export async function benchSwitcher(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const program = await launch(options.dataDir, options.port);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const cookies = await createPerson(program.url);
    const rows: string[][] = [];
    for (const [where, width, label] of [
      ['dropdown, 1440 px', 1440, /Spaces|Circle/],
      ['drawer, 390 px', 390, 'Switch between your spaces'],
    ] as const) {
      const times: SwitcherTimes = { opened: [], allRows: [], coldOpened: [], letters: [] };
      // Every other round opens it before its scripts have loaded.
      for (let round = 0; round < options.rounds * 2; round += 1) {
        const context = await browser.newContext({ viewport: { width, height: 844 } });
        await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: program.url })));
        const page = await context.newPage();
        await page.goto(`${program.url}/discover`, { waitUntil: 'networkidle' });
        const button = page
          .getByRole('banner')
          .getByRole('button', { name: label })
          .filter({ visible: true });
        await measureSwitcher(page, button.first(), round % 2 === 0, times);
        await context.close();
      }
      for (const [label, values] of [
        ['opened', times.opened],
        ['opened, including rows below the edge', times.allRows],
        ['opened, scripts not loaded yet', times.coldOpened],
        ['one letter', times.letters],
      ] as const) {
        const worst = Math.max(...values);
        rows.push([`${where}: ${label}`, figure(median(values)), figure(worst), verdict(worst < target)]);
      }
    }
    printTable(
      `Switcher with ${joined} spaces (script time in ms, ${options.rounds} rounds)`,
      ['', 'median', 'worst', `under ${target}`],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await browser.close();
    await program.stop();
  }
}
