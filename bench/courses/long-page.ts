import type { Locator } from '@playwright/test';
import { maxPageText } from '#contract/values/limits.ts';
import type { BenchOptions } from '../options.ts';
import { frameRecorder, openContext } from '../pages/chromium-page.ts';
import { figure, median, percentile, printTable, verdict } from '../results.ts';
import { ensureSpace, writeLongPage } from './course-data.ts';
import { measureInChromium } from './in-chromium.ts';

const targets = { openMs: 100, frameMs: 50 };
const keys = 120;
/** The pause after each key, in milliseconds: a fast typist. */
const keyPause = 60;
const lastWords = 'The last words.';

/** Presses an element, and returns how many milliseconds it took until a frame had the last words in another one. */
async function pressUntilShown(pressed: Locator, shown: string): Promise<number> {
  await pressed.focus();
  return await pressed.page().evaluate<number>(`new Promise((resolve) => {
    const isShown = () => document.querySelector('${shown}')?.textContent.includes('${lastWords}');
    const began = performance.now();
    const look = () => (isShown() ? resolve(performance.now() - began) : requestAnimationFrame(look));
    document.activeElement.click();
    requestAnimationFrame(look);
  })`);
}

/** A page of a course with as much text as it can have: opened, opened for editing, and written. */
export async function benchLongPage(options: BenchOptions): Promise<void> {
  await measureInChromium(options, async ({ browser, hearth, client }) => {
    const subdomain = await ensureSpace(client, 10, 50);
    const { short, long } = await writeLongPage(client, subdomain, maxPageText, lastWords);
    const context = await openContext(browser, hearth, await hearth.signIn(1));
    const opened: number[] = [];
    const edited: number[] = [];
    const frames: number[] = [];
    for (let round = 0; round <= options.rounds; round++) {
      const page = await context.newPage();
      await page.addInitScript({ content: frameRecorder });
      await page.goto(`${hearth.url}/${subdomain}/space/classroom/course-1?md=${short}`, {
        waitUntil: 'networkidle',
      });
      const link = page.locator(`a[href*="md=${long}"]`).first();
      const reading = await pressUntilShown(link, 'main');
      const edit = page.getByRole('button', { name: 'Edit', exact: true });
      const writing = await pressUntilShown(edit, '[contenteditable=true]');
      const text = page.getByRole('textbox', { name: 'Text' });
      await text.locator('p').nth(40).click();
      await page.evaluate('startRecording()');
      for (let key = 0; key < keys; key++) {
        await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e');
        await page.waitForTimeout(keyPause);
      }
      const seen = await page.evaluate<number[]>('seen.frames');
      await page.close();
      // The first round is a warm-up.
      if (round === 0) continue;
      opened.push(reading);
      edited.push(writing);
      frames.push(...seen);
    }
    const long50 = frames.filter((ms) => ms > targets.frameMs + 0.5).length;
    printTable(
      `A page of ${maxPageText.toLocaleString('en')} characters (Chromium, median of ${options.rounds} rounds)`,
      ['', 'Hearth', 'target', 'reached'],
      [
        [
          'from the press to the text, ms',
          figure(median(opened)),
          `<= ${targets.openMs}`,
          verdict(median(opened) <= targets.openMs),
        ],
        ['from the press to the text in the editor, ms', figure(median(edited)), '', ''],
        ['frames above 50 ms while writing', `${long50} of ${frames.length}`, '0', verdict(long50 === 0)],
        [
          'frame while writing, 99 % / longest, ms',
          `${figure(percentile(frames, 0.99))} / ${figure(Math.max(...frames))}`,
          '',
          '',
        ],
      ],
    );
  });
}
