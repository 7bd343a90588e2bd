import type { Page } from '@playwright/test';
import { load } from './screens.ts';

/** Presses nothing that ends the session, changes its colors, or opens another program. */
const untouched = /Log Out|Light|Dark|System|Choose files|Add files|Export|Download|Choose a (date|time)/;

/** Classes of buttons that are named by people or files. */
const repeated = /name-button|person|member|image-button|conversation/;

/** Selects what is open over a page. */
export const layers =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]:not(.chat-list *), .viewer';

/** The layers that are open, from the bottom. */
export const openLayers = (page: Page) => page.locator(layers).filter({ visible: true });

/** The buttons of a page that open something, one of each kind. */
export const findTriggers = (page: Page) =>
  findKinds(page, 'button[aria-haspopup], [role="combobox"][aria-haspopup]');

/**
 * Opens each menu, popup and dialog that has a button on the page, if `isDeep` also those that their items open, and calls `visit`
 * while it is open, with the names of what was pressed.
 */
export async function eachLayer(
  page: Page,
  path: string,
  isDeep: boolean,
  visit: (trail: string[]) => Promise<void>,
): Promise<void> {
  for (const trigger of await findTriggers(page)) {
    if (!(await openLayer(page, trigger))) continue;
    await visit([trigger.name]);
    const items = isDeep ? await findKinds(page, '[role="menuitem"]') : [];
    await closeLayers(page);
    for (const item of items) {
      if (!(await openLayer(page, trigger))) break;
      // An item that was pressed before may have changed the menu.
      if ((await page.locator('[role="menuitem"]').count()) <= item.index) continue;
      const menu = await openLayers(page).count();
      const address = page.url();
      await page
        .locator('[role="menuitem"]')
        .nth(item.index)
        .click({ timeout: 3_000 })
        .catch(() => {});
      const isDialog = await page
        .locator('[role="dialog"], [role="alertdialog"]')
        .filter({ visible: true })
        .first()
        .waitFor({ timeout: 1_200 })
        .then(
          () => true,
          () => false,
        );
      if (isDialog && menu > 0) await visit([trigger.name, item.name]);
      if (page.url() !== address || !isDialog) await load(page, path);
      else await closeLayers(page);
    }
  }
}

/** An element of a page: the `index`th of a selector. */
export interface Found {
  selector: string;
  name: string;
  index: number;
}

/**
 * The visible elements of a selector, one for each kind: names that differ in numbers count as the same, and so do long ones that
 * begin with the same two words, such as the menus of all rows of a list.
 */
export async function findKinds(page: Page, selector: string): Promise<Found[]> {
  const found = await page.locator(selector).evaluateAll((elements) =>
    elements.map((element, index) => {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      const isVisible = element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
      const isEnabled = !element.matches(':disabled, [aria-disabled="true"], [data-disabled]');
      return { name, index, kind: element.className, isShown: isVisible && isEnabled };
    }),
  );
  const kinds = new Set<string>();
  return found.flatMap(({ name, index, kind, isShown }) => {
    const start = name.replace(/\d+/g, '').split(' ').slice(0, 2).join(' ');
    const key = repeated.test(kind) ? kind : `${kind} ${start}`;
    if (!isShown || untouched.test(name) || kinds.has(key)) return [];
    kinds.add(key);
    return [{ name: name.slice(0, 40), index, selector }];
  });
}

async function openLayer(page: Page, { selector, index }: Found): Promise<boolean> {
  const before = await openLayers(page).count();
  await page
    .locator(selector)
    .nth(index)
    .click({ timeout: 3_000 })
    .catch(() => {});
  return await openLayers(page)
    .nth(before)
    .waitFor({ timeout: 4_000 })
    .then(
      () => true,
      () => false,
    );
}

/** Closes open layers with Escape. */
export async function closeLayers(page: Page): Promise<void> {
  for (let press = 0; press < 4 && (await openLayers(page).count()) > 0; press++) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(150);
  }
}
