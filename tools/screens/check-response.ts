import type { Page } from '@playwright/test';
import { closeLayers, findKinds } from './layers.ts';
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

/**
 * Presses each kind of button and link of a page while every response takes 900 ms longer, and returns those after which nothing
 * changes within 100 ms, one line each.
 */
export async function findSlowPresses(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  await load(page, path);
  const network = await page.context().newCDPSession(page);
  const slow = (isSlow: boolean) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: isSlow ? latency : 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  // A link to the page itself changes nothing, nor does the tab that is shown.
  const here = `:not([href="${new URL(page.url()).pathname}"], [aria-current="page"], [aria-current="true"])`;
  const other = ':not([aria-selected="true"], [aria-pressed="true"])';
  const targets = await findKinds(
    page,
    `main button${other}, main a[href^="/"]${here}, header button${other}, header a[href^="/"]${here}`,
  );
  for (const { name, index, selector } of targets.filter((target) => target.name !== '')) {
    const target = page.locator(selector).nth(index);
    if (!(await target.isVisible().catch(() => false))) continue;
    await slow(true);
    await page.evaluate(measureNextPress);
    await target.click({ timeout: 2_000, noWaitAfter: true }).catch(() => {});
    await page.waitForTimeout(400);
    const time = await page
      .evaluate(() => {
        const { measured } = window as unknown as { measured: { pressed: number; changed: number } };
        if (measured.pressed === 0) return 'not pressed';
        return measured.changed === 0 ? 'no sign' : Math.round(measured.changed - measured.pressed);
      })
      .catch(() => 'left the page');
    if (time === 'no sign' || (typeof time === 'number' && time > longest))
      problems.push(`${name}: ${typeof time === 'number' ? `${time} ms` : time}`);
    await slow(false);
    if (new URL(page.url()).pathname + new URL(page.url()).search !== path) await load(page, path);
    else await closeLayers(page);
  }
  await network.detach();
  return problems;
}
