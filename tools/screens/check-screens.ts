/*
 * `npm run check:screens`: opens every screen of the demo as its owner, a member and a visitor, on a desktop and on a phone, with
 * each menu, popup and dialog, and prints what axe finds in both color schemes, what moves or is too wide, what the keyboard
 * doesn't reach, and which presses show nothing for 100 ms on a slow network. Exits with 1 if it finds anything.
 *
 *   --viewer=owner,member,stranger  --width=desktop,phone  --only=part-of-a-path,another  --check=axe,layout,keyboard,response
 *   --deep                          also opens what the items of menus open
 *   --address=http://localhost:3000 a demo that is already running
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { requireChromium } from '../find-chromium.ts';
import { startDemoServer } from '../screenshots/demo-server.ts';
import { findAxeProblems } from './check-axe.ts';
import { walk, walkLayer } from './check-keyboard.ts';
import { findLayoutProblems, recordShifts } from './check-layout.ts';
import { findSlowPresses } from './check-response.ts';
import { eachLayer, findTriggers, layers } from './layers.ts';
import { findPath, load, openAs, screens, type Viewer, viewers, type Width, widths } from './screens.ts';

const checks = ['axe', 'layout', 'keyboard', 'response'] as const;

const write = (line: string) => process.stdout.write(`${line}\n`);
const { values: options } = parseArgs({
  options: {
    viewer: { type: 'string' },
    width: { type: 'string' },
    only: { type: 'string' },
    check: { type: 'string' },
    address: { type: 'string' },
    deep: { type: 'boolean', default: false },
  },
});
/** Those that the option names; all without it. */
function choose<T extends string>(named: string | undefined, all: readonly T[]): T[] {
  const chosen = named?.split(',') ?? all;
  const unknown = chosen.find((one) => !all.some((known) => known === one));
  if (unknown !== undefined) throw new Error(`Unknown value ${unknown}. Use: ${all.join(', ')}.`);
  return all.filter((one) => chosen.includes(one));
}
const only = options.only?.split(',') ?? [''];
const chosenChecks = choose(options.check, checks);

/** Calls `say` with what is wrong on one screen, and where: the names of the buttons that lead there. */
async function checkScreen(
  page: Page,
  path: string,
  say: (trail: string[], problems: string[]) => void,
): Promise<void> {
  await load(page, path);
  if (chosenChecks.includes('layout')) say([], await findLayoutProblems(page));
  if (chosenChecks.includes('axe')) {
    say([], await findAxeProblems(page));
    await eachLayer(page, path, options.deep, async (trail) =>
      say(trail, await findAxeProblems(page, layers)),
    );
  }
  if (chosenChecks.includes('keyboard')) {
    await load(page, path);
    say([], await walk(page, false));
    for (const trigger of await findTriggers(page)) {
      // A part of a list that was loaded before isn't there after the page was loaded again.
      if ((await page.locator(trigger.selector).count()) <= trigger.index) continue;
      say([trigger.name], await walkLayer(page, trigger));
      if (!page.url().endsWith(path)) await load(page, path);
    }
  }
  if (chosenChecks.includes('response')) say([], await findSlowPresses(page, path));
}

/** Returns the number of problems that one person finds on one device. The same one on several screens is printed once. */
async function checkAs(browser: Browser, address: string, viewer: Viewer, width: Width): Promise<number> {
  const page = await openAs(browser, address, viewer, { scheme: 'light', width });
  await recordShifts(page);
  const printed = new Set<string>();
  for (const screen of screens) {
    if (!screen.viewers.includes(viewer) || !only.some((part) => screen.path.includes(part))) continue;
    const path = await findPath(page, screen.path);
    if (path === null) continue;
    write(`${viewer}, ${width}: ${screen.path}`);
    checked += 1;
    await checkScreen(page, path, (trail, problems) => {
      for (const problem of problems) {
        if (!printed.has(problem)) write(`  ${[...trail, problem].join(': ')}`);
        printed.add(problem);
      }
    });
  }
  await page.context().close();
  write(`${viewer}, ${width}: ${printed.size} problems`);
  return printed.size;
}

const server = options.address ? null : await startDemoServer();
const browser = await chromium.launch({
  executablePath: requireChromium(write),
  args: ['--no-sandbox', '--disable-gpu'],
});
let problems = 0;
let checked = 0;
try {
  for (const viewer of choose(options.viewer, Object.keys(viewers) as Viewer[]))
    for (const width of choose(options.width, Object.keys(widths) as Width[]))
      problems += await checkAs(browser, server?.address ?? options.address ?? '', viewer, width);
} finally {
  await browser.close();
  await server?.stop();
}
if (checked === 0) write('No screen was checked.');
process.exitCode = problems === 0 && checked > 0 ? 0 : 1;
