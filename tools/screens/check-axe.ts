import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * In the page: until it is called again, colors change without a transition, and also in what isn't rendered because it's out of
 * sight.
 */
function toggleStillColors(): void {
  const marked = document as Document & { stillColors?: CSSStyleSheet };
  if (marked.stillColors) {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== marked.stillColors);
    delete marked.stillColors;
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after { transition: none !important; content-visibility: visible !important; }',
  );
  document.adoptedStyleSheets.push(sheet);
  marked.stillColors = sheet;
}

/** Returns what axe finds in the light and in the dark scheme, one line each: in the page, or in the layer that `within` selects. */
export async function findAxeProblems(page: Page, within?: string): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(toggleStillColors);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    // Run in the page, which has no frames of other origins, instead of collecting the results in another page.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    else if (within) axe.disableRules(['region']);
    if (within) axe.include(within);
    const { violations } = await axe.analyze();
    for (const { id, impact, nodes } of violations)
      for (const { html, failureSummary } of nodes.slice(0, 3))
        problems.push(
          `${impact} ${id} (${colorScheme}): ${html.slice(0, 160)} ${/contrast of [\d.]+[^.]*/.exec(failureSummary ?? '')?.[0] ?? ''}`,
        );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(toggleStillColors);
  return problems;
}
