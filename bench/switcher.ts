import { type CDPSession, chromium } from '@playwright/test';
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
      const opened: number[] = [];
      const allRows: number[] = [];
      const coldOpened: number[] = [];
      const letters: number[] = [];
      // Every other round opens it before its scripts have loaded.
      for (let round = 0; round < options.rounds * 2; round += 1) {
        const context = await browser.newContext({ viewport: { width, height: 844 } });
        await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: program.url })));
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Performance.enable');
        await page.goto(`${program.url}/discover`, { waitUntil: 'networkidle' });
        const button = page
          .getByRole('banner')
          .getByRole('button', { name: label })
          .filter({ visible: true });
        const list = page.getByRole('navigation', { name: 'Spaces' });
        // Focusing the button loads the popup's scripts. In the other rounds, the click has to wait for them.
        const isPointedAt = round % 2 === 0;
        if (isPointedAt) {
          await button.first().focus();
          await page.waitForTimeout(1_000);
        }
        const box = await button.first().boundingBox();
        if (!box) throw new Error('The button does not exist');
        // Uses the mouse and one plain selector, because Playwright's role queries would add to the script time.
        const before = await scriptTime(session);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.evaluate(untilRows(visible));
        (isPointedAt ? opened : coldOpened).push((await scriptTime(session)) - before);
        await page.evaluate(untilRows(joined));
        await page.evaluate(twoFrames);
        if (isPointedAt) allRows.push((await scriptTime(session)) - before);
        await list.getByRole('link', { name: 'Circle 60', exact: true }).waitFor();
        await page
          .getByRole('searchbox', { name: /^Search/ })
          .last()
          .focus();
        for (const letter of searchText) {
          const began = await scriptTime(session);
          await page.keyboard.press(letter);
          await page.evaluate(twoFrames);
          letters.push((await scriptTime(session)) - began);
        }
        await context.close();
      }
      for (const [label, values] of [
        ['opened', opened],
        ['opened, including rows below the edge', allRows],
        ['opened, scripts not loaded yet', coldOpened],
        ['one letter', letters],
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
