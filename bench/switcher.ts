import { type CDPSession, chromium } from '@playwright/test';
import { findChromium } from '#tools/find-chromium.ts';
import { launch } from './launched.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, printTable, verdict } from './report.ts';

const joined = 60;
/** Milliseconds of script that opening and each letter may take. */
const target = 50;
const word = 'circle 4';
/** Runs in the page: until what was changed has been painted. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Runs in the page: until `rows` spaces are in the list, the keyboard is in the popup, and that has been painted. */
const until = (rows: number) => `new Promise((done) => {
  const isThere = () =>
    document.querySelectorAll('nav[aria-label="Spaces"] li').length >= ${rows} &&
    document.activeElement?.closest('[role="dialog"]');
  const look = () => requestAnimationFrame(isThere() ? done : look);
  look();
})`;
/** More rows than either width shows. */
const visible = 15;

/** Someone who is in sixty spaces; answers the cookies of their session. */
async function makePerson(url: string): Promise<{ name: string; value: string }[]> {
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  };
  const mark = Date.now().toString(36);
  const cookies = await post('/api/auth/sign-up', {
    first_name: 'Sixty',
    last_name: 'Spaces',
    email: `sixty-${mark}@example.com`,
    password: 'a long password',
  });
  for (let n = 1; n <= joined; n += 1) {
    await post('/api/spaces', { name: `Circle ${n}`, subdomain: `circle-${mark}-${n}` }, cookies.join('; '));
  }
  return cookies.map((cookie) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    return { name, value };
  });
}

/** Milliseconds of script that the page has run. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

/** The switcher of someone in sixty spaces, in Chromium: opened and filtered a letter at a time. */
export async function benchSwitcher(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const program = await launch(options.dataDir, options.port);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const cookies = await makePerson(program.url);
    const rows: string[][] = [];
    for (const [where, width, label] of [
      ['dropdown, 1440 px', 1440, /Spaces|Circle/],
      ['drawer, 390 px', 390, 'Switch between your spaces'],
    ] as const) {
      const opened: number[] = [];
      const whole: number[] = [];
      const first: number[] = [];
      const letters: number[] = [];
      // Every other round opens it without its scripts having come before.
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
        // Pointing at the button brings the popup's scripts; `first` is a press that has to wait for them.
        const isPointedAt = round % 2 === 0;
        if (isPointedAt) {
          await button.first().focus();
          await page.waitForTimeout(1_000);
        }
        const box = await button.first().boundingBox();
        if (!box) throw new Error('The button is not there');
        // By the mouse and one plain selector: what Playwright runs in the page to find things by role would be counted.
        const before = await scriptTime(session);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.evaluate(until(visible));
        (isPointedAt ? opened : first).push((await scriptTime(session)) - before);
        await page.evaluate(until(joined));
        await page.evaluate(twoFrames);
        if (isPointedAt) whole.push((await scriptTime(session)) - before);
        await list.getByRole('link', { name: 'Circle 60', exact: true }).waitFor();
        await page
          .getByRole('searchbox', { name: /^Search/ })
          .last()
          .focus();
        for (const letter of word) {
          const began = await scriptTime(session);
          await page.keyboard.press(letter);
          await page.evaluate(twoFrames);
          letters.push((await scriptTime(session)) - began);
        }
        await context.close();
      }
      for (const [what, values] of [
        ['opened', opened],
        ['opened, and the rows below the edge too', whole],
        ['opened, scripts not there yet', first],
        ['one letter', letters],
      ] as const) {
        const worst = Math.max(...values);
        rows.push([`${where}: ${what}`, figure(median(values)), figure(worst), verdict(worst < target)]);
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
