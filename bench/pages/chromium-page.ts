import type { Browser, BrowserContext } from '@playwright/test';
import type { RunningHearth } from '../setup/bench-database.ts';

/** Runs in a page before anything else. Records the duration of each frame in `seen.frames` after `startRecording()`. */
export const frameRecorder = `
  globalThis.seen = { frames: [] };
  let last = 0;
  const tick = (at) => {
    if (last) seen.frames.push(at - last);
    last = at;
    requestAnimationFrame(tick);
  };
  globalThis.startRecording = () => { last = 0; seen.frames = []; requestAnimationFrame(tick); };
`;

/** Opens a browser context of a signed-in person. */
export async function openContext(
  browser: Browser,
  hearth: RunningHearth,
  cookie: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  for (const part of cookie.split('; ')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: hearth.url }]);
  }
  return context;
}
