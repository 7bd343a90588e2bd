import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tools/find-chromium.ts';
import { browserFlags } from '../browser-flags.ts';
import type { BenchOptions } from '../options.ts';
import { type Launched, launch } from '../processes/launched.ts';
import { describeMachine, figure, median, printTable, verdict } from '../results.ts';

const kilobyte = 1000;
/** Kilobytes, layout shift, and milliseconds to the largest contentful paint on a slow phone. */
const targets = { script: 150, style: 14, shift: 0.02, visitor: 1200, member: 1400 };
/** A slow phone: 1.6 Mbit/s, 150 ms latency, a CPU four times slower. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Milliseconds after which the slow phone has hydrated all parts of a page and begun to load the other tabs. */
const hydration = 3_000;

interface PageFigures {
  /** Those that the page itself names. */
  script: number;
  /** Requested while the browser is idle: live updates and the other tabs of a space. */
  idleScript: number;
  /** Those that the page itself links, which its first frame waits for. */
  style: number;
  requests: number;
  fcp: number;
  lcp: number;
  shift: number;
  /** How long tasks after the first paint took beyond 50 ms each. */
  blocked: number;
}

/** Runs in the page before anything else and records the browser's paint metrics. */
const observeScript = `
  globalThis.seen = { fcp: 0, lcp: 0, shift: 0, blocked: 0 };
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  observe('layout-shift', (entry) => { seen.shift += entry.value; });
  observe('longtask', (entry) => {
    if (seen.fcp && entry.startTime > seen.fcp) seen.blocked += entry.duration - 50;
  });
`;

/** Loads a page with empty caches and returns the browser's metrics. Sizes are as transferred. */
async function load(browser: Browser, url: string, cookies: string[], slow: boolean): Promise<PageFigures> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  for (const cookie of cookies) {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: new URL(url).origin }]);
  }
  const page: Page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (slow) {
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  const paths = new Map<string, string>();
  const loaded: { path: string; size: number }[] = [];
  session.on('Network.responseReceived', ({ requestId, response }) =>
    paths.set(requestId, new URL(response.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: size }) => {
    const path = paths.get(requestId);
    if (path) loaded.push({ path, size });
  });
  await page.addInitScript({ content: observeScript });
  const response = await page.goto(url, { waitUntil: 'networkidle' });
  const html = (await response?.text()) ?? '';
  await page.waitForFunction(() => !(globalThis as { earlyInput?: object }).earlyInput);
  // Parts of the page are hydrated one after another.
  await page.waitForTimeout(hydration);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Pick<PageFigures, 'fcp' | 'lcp' | 'shift' | 'blocked'> }).seen,
  );
  // The page's own, apart from those that it requests later.
  const isNamed = (path: string) => html.includes(`"${path}"`);
  await context.close();
  const sizeOf = (isCounted: (path: string) => boolean) =>
    loaded.reduce((sum, { path, size }) => sum + (isCounted(path) ? size : 0), 0) / kilobyte;
  return {
    ...seen,
    requests: loaded.length,
    script: sizeOf((path) => path.endsWith('.js') && isNamed(path)),
    idleScript: sizeOf((path) => path.endsWith('.js') && !isNamed(path)),
    style: sizeOf((path) => path.endsWith('.css') && html.includes(`href="${path}"`)),
  };
}

async function signIn(url: string, account: Launched['account']): Promise<string[]> {
  if (!account) throw new Error('The demo has no account to sign in with');
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
}

/** Returns the address of the first open page of the first open course of a space, within its classroom. */
async function findLesson(url: string, spaceId: string): Promise<string> {
  const read = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const { courses } = await read<{ courses: { slug: string; lock: object | null }[] }>(
    `/api/spaces/${spaceId}/courses`,
  );
  const slug = courses.find(({ lock }) => lock === null)?.slug;
  const { tree, locks } = await read<{
    tree: { pages: { id: string }[]; folders: { id: string; pages: { id: string }[] }[] };
    locks: Record<string, object>;
  }>(`/api/spaces/by-subdomain/analog-photography/courses/${slug}`);
  const folders = tree.folders.filter(({ id }) => !locks[id]);
  const page = [tree, ...folders].flatMap(({ pages }) => pages).find(({ id }) => !locks[id]);
  if (!page) throw new Error('No visitor can open a page of the demo');
  return `${slug}?md=${page.id}`;
}

/** The first page of a visit in Chromium with empty caches, on a normal connection and on a slow phone. */
export async function benchFirstPage(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const program = await launch(options.dataDir, options.port);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: browserFlags });
  try {
    const cookies = await signIn(program.url, program.account);
    const { spaces } = (await (await fetch(`${program.url}/api/spaces?search=Analog`)).json()) as {
      spaces: { id: string }[];
    };
    const feed = (await (await fetch(`${program.url}/api/spaces/${spaces[0]?.id}/posts`)).json()) as {
      posts: { slug: string }[];
    };
    const lesson = await findLesson(program.url, spaces[0]?.id ?? '');
    const pages: [string, string, string[]][] = [
      ['landing', '/', []],
      ['discover', '/discover', []],
      ['about', '/analog-photography', []],
      ['public feed', '/analog-photography/space', []],
      ['public post', `/analog-photography/post/${feed.posts[0]?.slug}`, []],
      ['public lesson', `/analog-photography/space/classroom/${lesson}`, []],
      ["a member's feed", '/analog-photography/space', cookies],
    ];
    const rows: string[][] = [];
    for (const [name, path, visitorCookies] of pages) {
      for (const slow of [false, true]) {
        const all: PageFigures[] = [];
        for (let round = 0; round < options.rounds; round += 1) {
          all.push(await load(browser, program.url + path, visitorCookies, slow));
        }
        const middle = (key: keyof PageFigures) => median(all.map((figures) => figures[key]));
        const met =
          middle('script') <= targets.script &&
          middle('style') <= targets.style &&
          middle('shift') < targets.shift &&
          (!slow || middle('lcp') < (visitorCookies.length > 0 ? targets.member : targets.visitor));
        rows.push([
          `${name}, ${slow ? 'slow phone' : 'plain'}`,
          ...(['script', 'idleScript', 'style', 'requests', 'fcp', 'lcp', 'blocked'] as const).map((key) =>
            figure(middle(key)),
          ),
          middle('shift').toFixed(3),
          verdict(met),
        ]);
      }
    }
    printTable(
      `First page, empty caches (median of ${options.rounds} loads; KB as transferred)`,
      [
        '',
        'JS KB',
        'JS KB when idle',
        'CSS KB',
        'requests',
        'FCP ms',
        'LCP ms',
        'blocked ms',
        'CLS',
        'targets met',
      ],
      rows,
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    await browser.close();
    await program.stop();
  }
}
