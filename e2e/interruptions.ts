import type { Page } from './test.ts';

/**
 * Returns switches that make requests of a page fail and pass. Call it before the page is opened: in a page that is open, requests right
 * after `page.route` may still pass.
 */
export async function interruptible(page: Page, address: string) {
  let isInterrupted = false;
  await page.route(address, (route) => (isInterrupted ? route.abort() : route.fallback()));
  return {
    interrupt: () => {
      isInterrupted = true;
    },
    restore: () => {
      isInterrupted = false;
    },
  };
}
