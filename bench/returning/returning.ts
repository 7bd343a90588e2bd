import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tools/find-chromium.ts';
import { browserFlags } from '../browser-flags.ts';
import type { BenchOptions } from '../options.ts';
import { launch } from '../processes/launched.ts';
import { describeMachine, figure, median, printTable, verdict } from '../results.ts';
import { createMissedScene, type Missed, type MissedScene } from './missed.ts';

/** Milliseconds from the first connection until the page is correct. */
const target = 1_000;
/** Milliseconds after which a page that isn't correct fails the benchmark. */
const patience = 20_000;
/** A slow phone: 1.6 Mbit/s, 150 ms latency, a CPU four times slower. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const fastNetwork = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const noNetwork = { ...fastNetwork, offline: true };

interface Device {
  label: string;
  cpuSlowdown: number;
  isSlowNetwork: boolean;
}
const devices: Device[] = [
  { label: 'plain', cpuSlowdown: 1, isSlowNetwork: false },
  { label: 'slow processor', cpuSlowdown: 4, isSlowNetwork: false },
  { label: 'slow phone', cpuSlowdown: 4, isSlowNetwork: true },
];

/** A page, and an expression that is true in it once it shows what was missed. */
interface Screen {
  name: string;
  path: (scene: MissedScene) => string;
  isCorrect: (missed: Missed, scene: MissedScene) => string;
}

const text = (selector: string) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`;
const hasText = (selector: string, part: string) => `${text(selector)}.includes(${JSON.stringify(part)})`;

const screens: Screen[] = [
  {
    name: 'feed',
    path: ({ feedUrl }) => feedUrl,
    isCorrect: ({ posts, likes, comments }, { postId }) => {
      const article = `article[aria-labelledby="post-${postId}"]`;
      return `${hasText('.new-posts', `${posts} new posts`)} && ${hasText(article, `${likes}${comments} comments`)}`;
    },
  },
  {
    name: 'notifications',
    path: () => '/notifs',
    isCorrect: ({ lastComment }) =>
      `[...document.querySelectorAll('.notification')].slice(0, 8).some((row) => row.textContent.includes(${JSON.stringify(lastComment)}))`,
  },
  {
    name: 'list of conversations',
    path: () => '/app/chat',
    isCorrect: ({ lastMessage }) => hasText('.conversation .conversation-latest', lastMessage),
  },
  {
    name: 'conversation',
    path: ({ conversationUrl }) => conversationUrl,
    isCorrect: ({ lastMessage }) =>
      `(([...document.querySelectorAll('.message')].at(-1)?.textContent ?? '').includes(${JSON.stringify(lastMessage)}))`,
  },
];

/** Runs in the page before anything else. `leave()` hides it, `comeBack(check)` shows it ten minutes later. */
const awayScript = `{
  const RealDate = Date;
  let away = 0;
  let isHidden = false;
  globalThis.Date = class extends RealDate {
    constructor(...given) { given.length > 0 ? super(...given) : super(RealDate.now() + away); }
    static now() { return RealDate.now() + away; }
  };
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  const setHidden = (next) => {
    isHidden = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  globalThis.leave = () => setHidden(true);
  addEventListener('online', () => {
    away += 600_000;
    globalThis.onlineAt = performance.now();
    setHidden(false);
  }, { capture: true });
  globalThis.comeBack = (check) => {
    const isCorrect = new Function('return ' + check);
    globalThis.correctAt = new Promise((done) => {
      const look = () => (globalThis.onlineAt && isCorrect() ? done(performance.now()) : requestAnimationFrame(look));
      globalThis.onlineAt = 0;
      requestAnimationFrame(look);
    });
  };
}`;

interface Return {
  /** Milliseconds from the network until the page was correct, and from the first connection. */
  sinceOnline: number;
  sinceConnected: number;
  /** Until then: requests, and bytes of responses and of the live connection. */
  requests: string[];
  bytes: number;
  liveBytes: number;
  /** Milliseconds of the main thread, until two seconds later. */
  cpu: number;
}

async function readTaskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** What goes over the network of a page from now on. */
function recordTraffic(session: CDPSession) {
  const requests: { id: string; line: string; at: number; respondedAt?: number; endedAt?: number }[] = [];
  const live: number[] = [];
  let connectedAt = Number.POSITIVE_INFINITY;
  let bytes = 0;
  let liveBytes = 0;
  const connect = (timestamp: number) => {
    connectedAt = Math.min(connectedAt, timestamp);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    requests.push({
      id: requestId,
      line: `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`,
      at: timestamp,
    });
  });
  session.on('Network.responseReceived', ({ requestId, timestamp }) => {
    connect(timestamp);
    const request = requests.find(({ id }) => id === requestId);
    if (request) request.respondedAt = timestamp;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.find(({ id }) => id === requestId);
    if (!request) return;
    bytes += encodedDataLength;
    request.endedAt = timestamp;
  });
  session.on('Network.webSocketHandshakeResponseReceived', ({ timestamp }) => connect(timestamp));
  session.on('Network.webSocketFrameReceived', ({ response, timestamp }) => {
    liveBytes += response.payloadData.length;
    live.push(timestamp);
  });
  return {
    read: () => ({ requests, bytes, liveBytes, connectedAt }),
  };
}

/** Opens a page, leaves it for ten minutes in which it misses something, and returns how it comes back. */
async function measureReturn(
  page: Page,
  url: string,
  device: Device,
  screen: Screen,
  scene: MissedScene,
): Promise<Return> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  // Whoever leaves has seen the page and has been connected.
  const connected = page.waitForEvent('websocket');
  await page.goto(url + screen.path(scene));
  await (await connected).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'));
  await page.waitForLoadState('networkidle');
  await session.send('Network.emulateNetworkConditions', noNetwork);
  await page.evaluate('leave()');
  await page.getByText("You're offline").first().waitFor();
  const missed = await scene.write();
  await page.evaluate(`comeBack(${JSON.stringify(screen.isCorrect(missed, scene))})`);
  if (device.cpuSlowdown > 1)
    await session.send('Emulation.setCPUThrottlingRate', { rate: device.cpuSlowdown });
  const before = await readTaskTime(session);
  const traffic = recordTraffic(session);
  await session.send('Network.emulateNetworkConditions', device.isSlowNetwork ? slowNetwork : fastNetwork);
  const { correctAt, onlineAt } = await page.evaluate<{ correctAt: number; onlineAt: number }>(
    `Promise.race([correctAt, new Promise((done) => setTimeout(done, ${patience}))]).then((at) => ({ correctAt: at, onlineAt }))`,
  );
  await page.waitForTimeout(2_000);
  const cpu = (await readTaskTime(session)) - before;
  const { requests, bytes, liveBytes, connectedAt } = traffic.read();
  const first = Math.min(...requests.map(({ at }) => at));
  return {
    sinceOnline: correctAt - onlineAt,
    sinceConnected: correctAt - onlineAt - (connectedAt - first) * 1000,
    requests: requests.map(
      ({ line, at, respondedAt, endedAt }) =>
        `${Math.round((at - first) * 1000)}-${Math.round(((respondedAt ?? Number.NaN) - first) * 1000)}-${Math.round(((endedAt ?? Number.NaN) - first) * 1000)} ${line}`,
    ),
    bytes,
    liveBytes,
    cpu,
  };
}

async function openPhone(browser: Browser, url: string, cookies: string[]): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addCookies(
    cookies.map((cookie) => {
      const [name = '', value = ''] = cookie.split(/=(.*)/s);
      return { name, value, url };
    }),
  );
  await context.addInitScript({ content: awayScript });
  return context;
}

/** Measures each screen on each device once. */
async function measureReturns(
  browser: Browser,
  url: string,
  onReturn: (device: Device, screen: string, figures: Return) => void,
  chosen: readonly Device[] = devices,
): Promise<void> {
  for (const screen of screens) {
    for (const device of chosen) {
      // Someone's post and conversation of their own, so that each return has missed the same.
      const scene = await createMissedScene(url);
      const context = await openPhone(browser, url, scene.viewer.cookies);
      onReturn(device, screen.name, await measureReturn(await context.newPage(), url, device, screen, scene));
      await context.close();
    }
  }
}

const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium() ?? undefined, args: browserFlags });

/** A page that was in the background for ten minutes without a network: how soon it's correct again. */
export async function benchReturn(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const program = await launch(options.dataDir, options.port);
  const browser = await launchBrowser();
  const all = new Map<string, Return[]>();
  try {
    for (let round = 0; round <= options.rounds; round += 1) {
      await measureReturns(browser, program.url, (device, screen, figures) => {
        const key = `${screen}, ${device.label}`;
        // The first round is a warm-up.
        if (round > 0) all.set(key, [...(all.get(key) ?? []), figures]);
      });
    }
  } finally {
    await browser.close();
    await program.stop();
  }
  const rows = [...all].map(([label, figures]) => {
    const middle = (read: (one: Return) => number) => median(figures.map(read));
    const time = middle(({ sinceConnected }) => sinceConnected);
    return [
      label,
      figure(time),
      figure(middle(({ sinceOnline }) => sinceOnline)),
      figure(middle(({ cpu }) => cpu)),
      figure(middle(({ requests }) => requests.length)),
      figure(middle(({ bytes }) => bytes) / 1000),
      figure(middle(({ liveBytes }) => liveBytes) / 1000),
      verdict(time <= target),
    ];
  });
  printTable(
    `Back after ten minutes (median of ${options.rounds} returns)`,
    [
      '',
      'correct after, ms',
      'since the network, ms',
      'main thread, ms',
      'requests',
      'KB',
      'KB live',
      'target met',
    ],
    rows,
  );
  process.stdout.write(`\n${machine}\n`);
}
