import { test as base, expect } from '@playwright/test';
import { People } from './people.ts';
import { UntranslatedTexts } from './untranslated.ts';

export * from '@playwright/test';

/** Playwright's `test`, in a pseudo-locale: fails if a page shows texts that aren't in the message catalog. */
export const test = base.extend<{ untranslated: undefined; people: People }, { texts: UntranslatedTexts }>({
  texts: [
    async ({ browser }, use) => {
      const texts = new UntranslatedTexts();
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
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
