import type { BrowserContext } from '@playwright/test';
import type { BenchOptions } from '../options.ts';
import { openContext } from '../pages/chromium-page.ts';
import { figure, median, printTable, verdict } from '../results.ts';
import { completeHalf, ensureSpace } from './course-data.ts';
import { measureInChromium } from './in-chromium.ts';

const target = 300;
const courses = [
  [10, 50],
  [1000, 5000],
] as const;

/** Runs in the page. Presses the card of a course, and returns when its contents and its page were there, and what held up the main thread. */
const pressCard = `new Promise((resolve) => {
  const seen = { contents: 0, page: 0, whole: 0, longest: 0, busy: 0, rows: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.busy += duration;
    }
  }).observe({ type: 'longtask' });
  const began = performance.now();
  const since = () => performance.now() - began;
  const look = () => {
    const rows = document.querySelectorAll('.course-row').length;
    if (!seen.contents && rows > 0) Object.assign(seen, { contents: since(), rows });
    if (!seen.page && document.querySelector('.lesson-text')) seen.page = since();
    const isRequested = performance.getEntriesByType('resource').some(({ name, responseEnd, startTime }) =>
      startTime > began && responseEnd > 0 && name.endsWith('/courses/course-1'));
    if (!seen.whole && isRequested && !document.querySelector('.course-missing')) seen.whole = since();
    if (seen.contents && seen.page && (seen.whole || since() > 4000)) resolve(seen);
    else requestAnimationFrame(look);
  };
  document.querySelector('a[href*="/classroom/course-1"]').click();
  requestAnimationFrame(look);
})`;

interface Opened {
  contents: number;
  page: number;
  /** When all pages were there; 0 for a course that isn't large. */
  whole: number;
  longest: number;
  busy: number;
  rows: number;
}

async function open(context: BrowserContext, url: string): Promise<Opened> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const opened = await page.evaluate<Opened>(pressCard);
  await page.close();
  return opened;
}

/** A course with 50 and with 5,000 pages, half of them done, opened from its card in Chromium. */
export async function benchOpenCourse(options: BenchOptions): Promise<void> {
  await measureInChromium(options, async ({ browser, hearth, client }) => {
    const context = await openContext(browser, hearth, await hearth.signIn(2));
    const subdomains: string[] = [];
    for (const [count, pages] of courses) subdomains.push(await ensureSpace(client, count, pages));
    for (const subdomain of subdomains) await completeHalf(client, subdomain);
    const all = subdomains.map((): Opened[] => []);
    for (let round = 0; round <= options.rounds; round++)
      for (const [index, subdomain] of subdomains.entries()) {
        const opened = await open(context, `${hearth.url}/${subdomain}/space/classroom`);
        // The first round is a warm-up.
        if (round > 0) all[index]?.push(opened);
      }
    printTable(
      `A course opened from its card (Chromium, ms, median of ${options.rounds} rounds)`,
      [
        'pages',
        'contents',
        `<= ${target}`,
        'page',
        'all pages',
        'longest task',
        'long tasks',
        'rows in the document',
      ],
      all.map((rounds, index) => {
        const middle = (key: keyof Opened) => median(rounds.map((opened) => opened[key]));
        return [
          String(courses[index]?.[1]),
          figure(middle('contents')),
          verdict(middle('contents') <= target),
          figure(middle('page')),
          middle('whole') > 0 ? figure(middle('whole')) : '',
          figure(middle('longest')),
          figure(middle('busy')),
          figure(middle('rows')),
        ];
      }),
    );
  });
}
