import { expect, type Locator, type Page } from './test.ts';

/**
 * Starts to watch for texts, which may appear very briefly: the page itself notes them. Returns a function that resolves
 * once all of them have appeared.
 */
export async function watchFor(page: Page, ...texts: string[]): Promise<() => Promise<void>> {
  const seen = `seen_${crypto.randomUUID().replaceAll('-', '')}`;
  // A string, because browser code isn't type-checked here. It doesn't return the promise, so it is done at once.
  await page.evaluate(`void (window.${seen} = new Promise((resolve) => {
    const missing = new Set(${JSON.stringify(texts)});
    new MutationObserver(() => {
      for (const text of missing) if (document.body.innerText.includes(text)) missing.delete(text);
      if (missing.size === 0) resolve();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }))`);
  return () => page.evaluate<void>(`window.${seen}`);
}

/** Expects that a press in the middle of a button reaches it now: nothing lies over it. */
export async function expectUncovered(button: Locator): Promise<void> {
  const isReached = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isReached, 'something covers the button').toBe(true);
}

/**
 * Waits until a part of a page is hydrated. Only keys and fingers need it: presses and typed text are repeated
 * (`web/src/app/start/early-input.ts`).
 */
export async function untilHydrated(part: Locator): Promise<void> {
  const isHydrated = () =>
    part.evaluate((element) => {
      if ((globalThis as { earlyInput?: object }).earlyInput) return false;
      // React stops events on their way to a part that it hasn't hydrated.
      let arrived = false;
      element.addEventListener('textInput', () => {
        arrived = true;
      });
      element.dispatchEvent(new Event('textInput'));
      return arrived;
    });
  await expect.poll(isHydrated).toBe(true);
}
