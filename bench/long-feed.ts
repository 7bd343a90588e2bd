import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { buildWeb } from '#tools/build-web.ts';
import { findChromium } from '#tools/find-chromium.ts';
import { browserFlags } from './browser-flags.ts';
import { subdomainOf } from './generate.ts';
import type { BenchOptions } from './options.ts';
import { storePhotographs } from './photographs.ts';
import { describeMachine, figure, median, percentile, printTable, verdict } from './report.ts';
import { openWorld, type RunningHearth, startHearth } from './world.ts';

const posts = 2_000;
const targets = { heapMb: 120, frameMs: 50 };
/** Pixels of one turn of the wheel, and the pause after it: eight screens a second, by a reader who never stops. */
const wheel = { pixels: 300, pauseMs: 40 };
const patience = 600_000;

/** Runs in the page before anything else: how long each frame took. */
const observeScript = `
  globalThis.seen = { frames: [] };
  let last = 0;
  const tick = (at) => {
    if (last) seen.frames.push(at - last);
    last = at;
    requestAnimationFrame(tick);
  };
  globalThis.beginToWatch = () => { last = 0; seen.frames = []; requestAnimationFrame(tick); };
`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Milliseconds that each task of the page's main thread took, on the clock and of the processor. */
async function traceTasks(
  session: CDPSession,
  action: () => Promise<void>,
): Promise<{ clock: number[]; processor: number[] }> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await action();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && /RunTask/.test(name) && mains.has(`${pid} ${tid}`),
  );
  return {
    clock: tasks.map(({ dur = 0 }) => dur / 1000),
    processor: tasks.map(({ tdur = 0 }) => tdur / 1000),
  };
}

/** Bytes of JavaScript that are really in use. */
async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

const slots = (page: Page) => page.locator('.feed-slot').count();

/**
 * Makes the page a document of as many cards, the ones that it shows over and over, each with pictures of its own: no
 * script, no server, nothing to come. What this machine can show at most of such a page.
 */
async function openBare(context: BrowserContext, page: Page, hearth: RunningHearth): Promise<Page> {
  const body = await page.evaluate<string>(`(() => {
    const cards = [...document.querySelectorAll('.feed-slot')].filter((one) => one.querySelector('article'));
    const styles = [...document.querySelectorAll('link[rel=stylesheet], style')].map((one) => one.outerHTML).join('');
    const card = (n) => cards[n % cards.length].outerHTML.replaceAll('.webp', '.webp?' + n);
    const group = (from) =>
      '<div class="feed-group">' + Array.from({ length: 28 }, (_, n) => card(from + n)).join('') + '</div>';
    const groups = Array.from({ length: ${Math.ceil(posts / 28)} }, (_, n) => group(28 * n)).join('');
    const root = document.documentElement.cloneNode(false).outerHTML.replace('</html>', '');
    return '<!doctype html>' + root + '<head>' + styles + '</head><body><div style="margin:0 auto;max-width:'
      + cards[0].clientWidth + 'px">' + groups + '</div></body></html>';
  })()`);
  const address = `${hearth.url}/bare-feed`;
  await context.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  const bare = await context.newPage();
  await bare.addInitScript({ content: observeScript });
  await bare.goto(address, { waitUntil: 'networkidle' });
  await bare.mouse.move(720, 500);
  return bare;
}

/** Scrolls by the wheel to the end of the page. */
async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = 'scrollY + innerHeight + 1 >= document.documentElement.scrollHeight';
  const until = Date.now() + patience;
  for (let turns = 0; ; turns += 1) {
    await page.mouse.wheel(0, wheel.pixels);
    await page.waitForTimeout(wheel.pauseMs);
    if (turns % 20 === 0 && (await page.evaluate<boolean>(isAtEnd))) return;
    if (Date.now() > until) throw new Error('The page has no end');
  }
}

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

/** Somebody's browser. */
async function openContext(browser: Browser, hearth: RunningHearth, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  for (const part of cookie.split('; ')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: hearth.url }]);
  }
  return context;
}

/** A page of the feed with a reader who is about to begin. */
async function openFeed(context: BrowserContext, hearth: RunningHearth): Promise<[Page, CDPSession]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript({ content: observeScript });
  await page.goto(`${hearth.url}/${subdomainOf(100_000)}/space`, { waitUntil: 'networkidle' });
  await page.mouse.move(720, 500);
  return [page, session];
}

/** A feed of 2,000 posts scrolled through in Chromium: memory of the page, and how smooth it was. */
export async function benchLongFeed(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  await buildWeb();
  const world = await openWorld(options.dataDir);
  await storePhotographs(world);
  const hearth = await startHearth(world, options.port);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: browserFlags });
  try {
    const cookie = await hearth.signIn(7);
    const context = await openContext(browser, hearth, cookie);
    // The tasks are traced on a page of their own: tracing costs frames.
    const [traced, tracing] = await openFeed(context, hearth);
    const tasks = await traceTasks(tracing, () => scrollThrough(traced, posts));
    await traced.close();

    const [page, session] = await openFeed(context, hearth);
    const before = await usedHeap(session);
    await page.evaluate('beginToWatch()');
    await scrollThrough(page, posts);
    const frames = await page.evaluate<number[]>('seen.frames');
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

    const bare = await openBare(context, page, hearth);
    await bare.evaluate('beginToWatch()');
    await scrollToEnd(bare);
    const bareFrames = await bare.evaluate<number[]>('seen.frames');

    const heap = after / 2 ** 20;
    const work = Math.max(...tasks.processor);
    const tooLong = (list: number[], limit = targets.frameMs) => list.filter((ms) => ms > limit + 0.5).length;
    const above = (list: number[]) =>
      `${tooLong(list)} of ${list.length}, longest ${figure(Math.max(...list))}; ${tooLong(list, 34)} above 34`;
    printTable(
      `${posts.toLocaleString('en')} posts scrolled through (Chromium, 1440 by 900)`,
      ['', 'Hearth', 'target', 'reached'],
      [
        ['JS heap at the end, MB', figure(heap), `< ${targets.heapMb}`, verdict(heap < targets.heapMb)],
        ['JS heap at the start, MB', figure(before / 2 ** 20), '', ''],
        [
          'longest task, processor ms',
          figure(work),
          `<= ${targets.frameMs}`,
          verdict(work <= targets.frameMs),
        ],
        ['longest task, ms', figure(Math.max(...tasks.clock)), '', ''],
        [
          'frame, median / 99 %, ms',
          `${figure(median(frames))} / ${figure(percentile(frames, 0.99))}`,
          '',
          '',
        ],
        ['frames above 50 ms', above(frames), '0', verdict(tooLong(frames) === 0)],
        ['the same of the same cards without a script or a server', above(bareFrames), '', ''],
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
