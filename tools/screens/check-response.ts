import type { CDPSession, Page } from '@playwright/test';
import { closeLayers, type Found, findKinds } from './layers.ts';
import { load } from './screens.ts';

/** How long a press may be without a sign, in milliseconds. */
const longest = 100;
const latency = 900;

/** In the page: starts to measure the time from the next click to the first change that it causes. */
function measureNextPress(): void {
  const measured = { pressed: 0, changed: 0 };
  Object.assign(window, { measured });
  addEventListener(
    'click',
    () => {
      measured.pressed = performance.now();
      // Visible with the next frame.
      const noteScroll = () => {
        measured.changed ||= performance.now();
      };
      addEventListener('scroll', noteScroll, { capture: true, once: true });
      const changes = new MutationObserver(() => {
        measured.changed ||= performance.now();
        changes.disconnect();
      });
      changes.observe(document.documentElement, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    },
    { capture: true, once: true },
  );
}

/** In the page: how long the last press was without a sign, in milliseconds, or why that isn't known. */
function readPress(): number | 'no sign' | 'not pressed' {
  const { measured } = window as unknown as { measured: { pressed: number; changed: number } };
  if (measured.pressed === 0) return 'not pressed';
  return measured.changed === 0 ? 'no sign' : Math.round(measured.changed - measured.pressed);
}

/** Presses something while every response takes longer. Returns how long nothing changed, as text if that is too long. */
async function pressSlowly(
  page: Page,
  network: CDPSession,
  { selector, index }: Found,
): Promise<string | null> {
  const delay = (milliseconds: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: milliseconds,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await delay(latency);
  await page.evaluate(measureNextPress);
  await page
    .locator(selector)
    .nth(index)
    .click({ timeout: 2_000, noWaitAfter: true })
    .catch(() => {});
  await page.waitForTimeout(400);
  const time = await page.evaluate(readPress).catch(() => 'left the page');
  await delay(0);
  if (typeof time === 'number') return time > longest ? `${time} ms` : null;
  return time === 'no sign' ? time : null;
}

/**
 * Presses each kind of button and link of a page while every response takes 900 ms longer, and returns those after which nothing
 * changes within 100 ms, one line each. What is slow is pressed twice more and must be slow each time: on a busy machine, any
 * press may have to wait for the processor.
 */
export async function findSlowPresses(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  await load(page, path);
  const network = await page.context().newCDPSession(page);
  // A link to the page itself changes nothing, nor does the tab that is shown.
  const here = `:not([href="${new URL(page.url()).pathname}"], [aria-current="page"], [aria-current="true"])`;
  const other = ':not([aria-selected="true"], [aria-pressed="true"])';
  const targets = await findKinds(
    page,
    `main button${other}, main a[href^="/"]${here}, header button${other}, header a[href^="/"]${here}`,
  );
  const isHere = () => new URL(page.url()).pathname + new URL(page.url()).search === path;
  for (const target of targets.filter(({ name }) => name !== '')) {
    let slow: string | null = null;
    for (let attempt = 0; attempt < 3; attempt++) {
      if (attempt > 0) await load(page, path);
      const element = page.locator(target.selector).nth(target.index);
      if (!(await element.isVisible().catch(() => false))) break;
      slow = await pressSlowly(page, network, target);
      if (slow === null) break;
    }
    if (slow !== null) problems.push(`${target.name}: ${slow}`);
    if (isHere()) await closeLayers(page);
    else await load(page, path);
  }
  await network.detach();
  return problems;
}
