import { test as base, expect, type Page } from '@playwright/test';
import { People } from './people.ts';
import { UntranslatedTexts } from './untranslated.ts';

export * from '@playwright/test';

/**
 * Makes `goto` and `reload` wait until the page is hydrated: its scripts load after its first frame, and until then, links load
 * whole pages and keys do nothing. Stories of that time wait for something else than the `load` event, or keep the scripts away.
 */
function waitForScripts(page: Page): void {
  const untilHydrated = async () => {
    const isHydrated = () => !(globalThis as { earlyInput?: object }).earlyInput;
    await page.waitForFunction(isHydrated, undefined, { polling: 20, timeout: 10_000 }).catch(() => null);
  };
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await untilHydrated();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await untilHydrated();
    return response;
  };
}

/** Playwright's `test`, in a pseudo-locale: fails if a page shows texts that aren't in the message catalog. */
export const test = base.extend<{ untranslated: undefined; people: People }, { texts: UntranslatedTexts }>({
  texts: [
    async ({ browser }, use) => {
      const texts = new UntranslatedTexts();
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        context.on('page', waitForScripts);
        // Texts of other locales carry no marker.
        if (!options?.locale) await texts.watch(context);
        return context;
      };
      await use(texts);
    },
    { scope: 'worker', auto: true },
  ],
  untranslated: [
    async ({ texts }, use) => {
      await use(undefined);
      expect(await texts.take(), 'texts outside of the message catalog').toEqual([]);
    },
    { auto: true },
  ],
  people: async ({ browser, baseURL }, use) => {
    const people = new People(browser, baseURL ?? '');
    await use(people);
    await people.close();
  },
});
