import { type CDPSession, chromium, type Page } from '@playwright/test';
import { buildWeb } from '#tools/build-web.ts';
import { findChromium } from '#tools/find-chromium.ts';
import { browserFlags } from './browser-flags.ts';
import { subdomainOf } from './generate.ts';
import type { BenchOptions } from './options.ts';
import { describeMachine, figure, median, percentile, printTable, verdict } from './report.ts';
import { openWorld, startHearth } from './world.ts';

const posts = 2_000;
const targets = { heapMb: 120, frameMs: 50 };
/** Pixels of one turn of the wheel, and how many turns a second: a quick reader who never stops. */
const wheel = { pixels: 600, pauseMs: 40 };
const patience = 240_000;

/** Runs in the page before anything else: how long each frame took, and how many cards there are at most. */
const observeScript = `
  globalThis.seen = { frames: [], tasks: [], cards: 0 };
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => seen.tasks.push(duration)))
    .observe({ type: 'longtask' });
  let last = 0;
  const tick = (at) => {
    if (last) seen.frames.push(at - last);
    last = at;
    requestAnimationFrame(tick);
  };
  globalThis.beginToWatch = () => { last = 0; seen.frames = []; seen.tasks = []; requestAnimationFrame(tick); };
`;

interface Seen {
  frames: number[];
  tasks: number[];
}

/** Bytes of JavaScript that are really in use. */
async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

const slots = (page: Page) => page.locator('[role=feed] > div').count();

/** Scrolls by the wheel until so many posts have come. */
async function scrollThrough(page: Page, wanted: number): Promise<void> {
  const until = Date.now() + patience;
  for (let turns = 0; ; turns += 1) {
    await page.mouse.wheel(0, wheel.pixels);
    await page.waitForTimeout(wheel.pauseMs);
    if (turns % 20 !== 0) continue;
    if ((await slots(page)) >= wanted) return;
    if (Date.now() > until) throw new Error(`Only ${await slots(page)} posts came`);
  }
}

/** A feed of 2,000 posts scrolled through in Chromium: memory of the page, and how smooth it was. */
export async function benchLongFeed(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  await buildWeb();
  const world = await openWorld(options.dataDir);
  const hearth = await startHearth(world, options.port);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: browserFlags });
  try {
    const cookie = await hearth.signIn(7);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    for (const part of cookie.split('; ')) {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      await context.addCookies([{ name, value, url: hearth.url }]);
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript({ content: observeScript });
    await page.goto(`${hearth.url}/${subdomainOf(100_000)}/space`, { waitUntil: 'networkidle' });
    const before = await usedHeap(session);
    await page.mouse.move(720, 500);
    await page.evaluate('beginToWatch()');
    await scrollThrough(page, posts);
    const seen = (await page.evaluate('seen')) as Seen;
    const after = await usedHeap(session);
    const cards = await page.locator('[role=feed] article').count();

    // There and back: the same post at the same pixel.
    const place = () =>
      page.evaluate<{ id: string; top: number }>(`(() => {
      const card = [...document.querySelectorAll('[role=feed] article')]
        .find((one) => one.getBoundingClientRect().top > 80);
      return { id: card.getAttribute('aria-labelledby'), top: card.getBoundingClientRect().top };
    })()`);
    const left = await place();
    await page.locator(`[aria-labelledby="${left.id}"] .card-link`).click();
    await page.locator('h1').filter({ visible: true }).first().waitFor();
    await page.waitForURL('**/post/**');
    await page.goBack();
    await page.locator(`[aria-labelledby="${left.id}"]`).waitFor({ state: 'visible' });
    const found = await place();
    const moved = found.id === left.id ? Math.abs(found.top - left.top) : Number.POSITIVE_INFINITY;

    const heap = after / 2 ** 20;
    const longest = Math.max(0, ...seen.tasks);
    const worst = Math.max(...seen.frames);
    printTable(
      `${posts.toLocaleString('en')} posts scrolled through (Chromium, 1440 by 900)`,
      ['', 'Hearth', 'target', 'reached'],
      [
        ['JS heap at the end, MB', figure(heap), `< ${targets.heapMb}`, verdict(heap < targets.heapMb)],
        ['JS heap at the start, MB', figure(before / 2 ** 20), '', ''],
        ['longest task, ms', figure(longest), `<= ${targets.frameMs}`, verdict(longest <= targets.frameMs)],
        ['longest frame, ms', figure(worst), `<= ${targets.frameMs}`, verdict(worst <= targets.frameMs)],
        [
          'frame, median / 99 %, ms',
          `${figure(median(seen.frames))} / ${figure(percentile(seen.frames, 0.99))}`,
          '',
          '',
        ],
        [
          'frames above 50 ms, of all',
          `${seen.frames.filter((ms) => ms > 50).length} of ${seen.frames.length}`,
          '',
          '',
        ],
        ['cards in the page at the end', String(cards), '', ''],
        ['pixels off after a post and back', figure(moved), '0', verdict(moved < 1)],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await browser.close();
    await hearth.stop();
    await world.stop();
  }
}
