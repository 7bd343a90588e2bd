import type { Page } from '@playwright/test';
import { closeLayers, type Found, openLayers } from './layers.ts';

/** The most stops of one screen: lists that grow while they are walked have no end. */
const maxStops = 120;

interface Stop {
  html: string;
  name: string;
  problems: string[];
  /** The focus is at no control: the walk begins anew. */
  isPage: boolean;
  wasReached: boolean;
}

/** In the page: describes the focused element, and marks it as reached. */
function readStop(): Stop {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body || element === document.documentElement)
    return { html: '', name: '', problems: [], isPage: true, wasReached: false };
  const wasReached = element.dataset.reached !== undefined;
  element.dataset.reached = '';
  const html = element.outerHTML.slice(0, 110);
  const problems: string[] = [];
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const name = [
    element.getAttribute('aria-label'),
    ...ids.map((id) => document.getElementById(id)?.textContent),
    ...labels.map((label) => label.textContent),
    element.textContent,
    element.title,
    element.querySelector('img')?.alt,
  ].find((text) => text?.trim());
  const isGuard =
    element.hasAttribute('data-base-ui-focus-guard') || element.getAttribute('aria-hidden') === 'true';
  if (!name && !isGuard && element.getAttribute('role') !== 'presentation') problems.push('has no name');
  // The ring is on the element, a frame around it, its label or its only child.
  const ringed = [
    element,
    element.firstElementChild,
    element.parentElement,
    element.parentElement?.parentElement,
    ...labels,
  ].flatMap((one) =>
    one ? [getComputedStyle(one), getComputedStyle(one, '::after'), getComputedStyle(one, '::before')] : [],
  );
  const drawn = ['::before', '::after'].map((part) => getComputedStyle(element, part));
  const hasRing =
    drawn.some(({ content, boxShadow }) => content !== 'none' && boxShadow !== 'none') ||
    ringed.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5,
    );
  const hasBorder =
    element.closest('.control, .select, .editor, .field, .composer, .message-composer, .palette') !== null;
  if (!hasRing && !hasBorder && !isGuard) problems.push('has no ring');
  // Of text that is divided into lines, the first.
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const isTiny = box.width <= 2 || box.height <= 2;
  const at = (x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return (
      top !== null &&
      (element.contains(top) || top.contains(element) || labels.some((label) => label.contains(top)))
    );
  };
  const points = [0.5, 0.15, 0.85].map((share) =>
    at(box.left + box.width * share, box.top + Math.min(box.height / 2, 200)),
  );
  if (!isGuard && !isTiny && !points.some(Boolean)) problems.push('is covered or out of sight');
  if (element.tabIndex > 0) problems.push('has a tab index');
  return { html, name: name?.trim().slice(0, 40) ?? '', problems, isPage: false, wasReached };
}

/** In the page: whether the focus is in a layer. */
const isInLayer = (selector: string) => document.activeElement?.closest(selector) != null;

/** In the page: the controls of the open layer, or of the page, that Tab has not reached. */
function listUnreached({ selector, isLayer }: { selector: string; isLayer: boolean }): string[] {
  const layers = [...document.querySelectorAll(selector)].filter((layer) => layer.checkVisibility());
  const root = isLayer ? layers.at(-1) : document.body;
  // A popup closes when the focus leaves it.
  if (!root) return [];
  const controls = root.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input:not(:disabled):not([type="hidden"]), select, textarea, [contenteditable="true"], summary',
  );
  return [...controls]
    .filter(
      (element) =>
        element.dataset.reached === undefined &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('[inert], [aria-hidden="true"]') &&
        element.getBoundingClientRect().width > 2 &&
        // One of a group of radio buttons, of tabs or of the items of a menu is reached, and arrow keys lead to the others.
        !element.matches(
          '[type="radio"], [role="tab"], [role="menuitem"], [role="option"], [role="radio"], [tabindex="-1"]',
        ),
    )
    .map((element) => element.outerHTML.slice(0, 140));
}

/** In the page: transitions take 1 ms under reduced motion, and begin with the next frame. */
const atRest = async (): Promise<void> => {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
};

const layerSelector = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Presses Tab through a page or its open layer, and returns what is wrong with its stops, one line each. */
export async function walk(page: Page, isLayer: boolean): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-reached]'))
      element.removeAttribute('data-reached');
    if (document.querySelector('[role="dialog"], [role="menu"]')) return;
    // Focusing the page and not only leaving the control: Tab would go on from where the focus was.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  let hasEnded = false;
  // What a layer focuses when it opens is reached, too.
  if (isLayer) await page.evaluate(readStop);
  for (let stop = 0; stop < maxStops && !hasEnded; stop++) {
    await page.keyboard.press('Tab');
    await page.evaluate(atRest);
    const found = await page.evaluate(readStop);
    const hasLeft = isLayer && !(await page.evaluate(isInLayer, layerSelector));
    hasEnded = hasLeft || (found.isPage ? stop > 0 : isLayer && found.wasReached);
    if (hasLeft) break;
    for (const problem of found.problems) problems.push(`${problem}: ${found.name}: ${found.html}`);
  }
  if (hasEnded)
    for (const html of await page.evaluate(listUnreached, { selector: layerSelector, isLayer }))
      problems.push(`isn't reached: ${html}`);
  return [...new Set(problems)];
}

/** Opens a layer with the keyboard and closes it: its button must have the focus again. Then walks through it. */
export async function walkLayer(page: Page, { selector, index }: Found): Promise<string[]> {
  const problems: string[] = [];
  const button = page.locator(selector).nth(index);
  const before = await openLayers(page).count();
  const open = async () => {
    await button.focus();
    await page.keyboard.press('Enter');
    return await openLayers(page)
      .nth(before)
      .waitFor({ timeout: 4_000 })
      .then(
        () => true,
        () => false,
      );
  };
  if (!(await open())) return ["isn't opened by Enter"];
  await page.waitForTimeout(250);
  if (!(await page.evaluate(isInLayer, layerSelector))) problems.push("doesn't take the focus");
  await page.keyboard.press('Escape');
  await page.waitForTimeout(250);
  if ((await openLayers(page).count()) > before) problems.push("isn't closed by Escape");
  const focused = await button.evaluate((element) =>
    element === document.activeElement ? null : (document.activeElement?.outerHTML.slice(0, 90) ?? ''),
  );
  if (focused !== null) problems.push(`doesn't return the focus, which is at ${focused}`);
  if (!(await open())) return [...problems, "isn't opened twice"];
  await page.waitForTimeout(250);
  const role = await openLayers(page).nth(before).getAttribute('role');
  if (role?.includes('dialog')) problems.push(...(await walk(page, true)));
  await closeLayers(page);
  return problems;
}
