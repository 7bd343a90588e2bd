import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { buildWeb } from '#tools/build-web.ts';
import { findChromium } from '#tools/find-chromium.ts';
import { browserFlags } from '../browser-flags.ts';
import type { BenchOptions } from '../options.ts';
import { describeMachine, figure, median, percentile, printTable, verdict } from '../results.ts';
import { openBenchDatabase, type RunningHearth, startHearth } from '../setup/bench-database.ts';
import { subdomainOf } from '../setup/generate.ts';
import { storePhotographs } from '../setup/photographs.ts';
import { frameRecorder, openContext } from './chromium-page.ts';

const posts = 2_000;
const targets = { heapMb: 120, frameMs: 50 };
/** Pixels of one wheel turn and the pause after it: about eight screens a second, without a stop. */
const wheel = { pixels: 300, pauseMs: 40 };
const timeout = 600_000;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Returns the duration of each task of the page's main thread in milliseconds: wall clock and CPU time. */
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

/** Returns the used JavaScript heap in bytes, after garbage collection. */
async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Each post of the loaded pages, whether its card is in the document or not. */
const place = '.virtual-post';
const countPosts = (page: Page) => page.locator(place).count();

/**
 * Opens a static page with the same number of cards, copies of the visible ones, each with separate images: no scripts
 * and no server. The best that this machine can do with such a page.
 */
async function openBare(context: BrowserContext, page: Page, hearth: RunningHearth): Promise<Page> {
  const body = await page.evaluate<string>(`(() => {
    const cards = [...document.querySelectorAll('${place}')].filter((one) => one.querySelector('article'));
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
  await bare.addInitScript({ content: frameRecorder });
  await bare.goto(address, { waitUntil: 'networkidle' });
  await bare.mouse.move(720, 500);
  return bare;
}

/** Scrolls with the wheel to the end of the page. */
async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = 'scrollY + innerHeight + 1 >= document.documentElement.scrollHeight';
  const until = Date.now() + timeout;
  for (let turns = 0; ; turns += 1) {
    await page.mouse.wheel(0, wheel.pixels);
    await page.waitForTimeout(wheel.pauseMs);
    if (turns % 20 === 0 && (await page.evaluate<boolean>(isAtEnd))) return;
    if (Date.now() > until) throw new Error('The page did not end in time');
  }
}

/** Scrolls with the wheel until this many posts have loaded. */
async function scrollThrough(page: Page, wanted: number): Promise<void> {
  const until = Date.now() + timeout;
  for (let turns = 0; ; turns += 1) {
    await page.mouse.wheel(0, wheel.pixels);
    await page.waitForTimeout(wheel.pauseMs);
    if (turns % 20 !== 0) continue;
    if ((await countPosts(page)) >= wanted) return;
    if (Date.now() > until) throw new Error(`Only ${await countPosts(page)} posts loaded`);
  }
}

/** Opens the feed, ready to scroll. */
async function openFeed(context: BrowserContext, hearth: RunningHearth): Promise<[Page, CDPSession]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript({ content: frameRecorder });
  await page.goto(`${hearth.url}/${subdomainOf(100_000)}/space`, { waitUntil: 'networkidle' });
  await page.mouse.move(720, 500);
  await page.locator(place).first().waitFor();
  return [page, session];
}

/** Scrolls through a feed of 2,000 posts in Chromium and measures the memory and the smoothness of the page. */
export async function benchLongFeed(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  await buildWeb();
  const database = await openBenchDatabase(options.dataDir);
  await storePhotographs(database);
  const hearth = await startHearth(database, options.port);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: browserFlags });
  try {
    const cookie = await hearth.signIn(7);
    const context = await openContext(browser, hearth, cookie);
    // Tasks are traced on a separate page, because tracing costs frames.
    const [traced, tracing] = await openFeed(context, hearth);
    const tasks = await traceTasks(tracing, () => scrollThrough(traced, posts));
    await traced.close();

    const [page, session] = await openFeed(context, hearth);
    const before = await usedHeap(session);
    await page.evaluate('startRecording()');
    await scrollThrough(page, posts);
    const frames = await page.evaluate<number[]>('seen.frames');
    const after = await usedHeap(session);
    const cards = await page.locator('[role=feed] article').count();

    // After opening a post and going back, the same post is at the same pixel.
    const firstVisiblePost = () =>
      page.evaluate<{ id: string; top: number }>(`(() => {
      const card = [...document.querySelectorAll('[role=feed] article')]
        .find((one) => one.getBoundingClientRect().top > 80);
      return { id: card.getAttribute('aria-labelledby'), top: card.getBoundingClientRect().top };
    })()`);
    const left = await firstVisiblePost();
    await page.locator(`[aria-labelledby="${left.id}"] .card-link`).click();
    await page.locator('h1').filter({ visible: true }).first().waitFor();
    await page.waitForURL('**/post/**');
    await page.goBack();
    await page.locator(`[aria-labelledby="${left.id}"]`).waitFor({ state: 'visible' });
    const found = await firstVisiblePost();
    const moved = found.id === left.id ? Math.abs(found.top - left.top) : Number.POSITIVE_INFINITY;

    const bare = await openBare(context, page, hearth);
    await bare.evaluate('startRecording()');
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
        ['longest task, CPU ms', figure(work), `<= ${targets.frameMs}`, verdict(work <= targets.frameMs)],
        ['longest task, ms', figure(Math.max(...tasks.clock)), '', ''],
        [
          'frame, median / 99 %, ms',
          `${figure(median(frames))} / ${figure(percentile(frames, 0.99))}`,
          '',
          '',
        ],
        ['frames above 50 ms', above(frames), '0', verdict(tooLong(frames) === 0)],
        ['frames above 50 ms, same cards without scripts and server', above(bareFrames), '', ''],
        ['cards in the page at the end', String(cards), '', ''],
        ['pixels off after a post and back', figure(moved), '0', verdict(moved < 1)],
      ],
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await browser.close();
    await hearth.stop();
    await database.stop();
  }
}
