import type { Page } from '@playwright/test';

/** Records layout shifts from the beginning of each page. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        const [source] = entry.sources;
        if (!entry.hadRecentInput) shifts.push(`${entry.value.toFixed(4)} ${source?.node?.className ?? ''}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns what moved while the page loaded, and what is wider than the page, also with text of one and a half times the size. */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  const problems = await page.evaluate(() =>
    (window as unknown as { shifts: string[] }).shifts.map((shift) => `moves while it loads: ${shift}`),
  );
  for (const size of ['16px', '24px']) {
    const wider = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      const { scrollWidth } = document.documentElement;
      const culprit = [...document.body.querySelectorAll('*')].find((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.right > innerWidth + 1;
      });
      document.documentElement.style.fontSize = '';
      return scrollWidth > innerWidth
        ? `${scrollWidth - innerWidth}px, ${culprit?.outerHTML.slice(0, 120)}`
        : null;
    }, size);
    if (wider) problems.push(`wider than the page at ${size}: ${wider}`);
  }
  return problems;
}
