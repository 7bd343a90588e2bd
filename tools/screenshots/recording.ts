import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';

interface Frame {
  image: Buffer;
  /** Seconds. */
  time: number;
}

/** Frames closer than this are left out: 12 a second are enough to follow a pointer. */
const shortestDelay = 1 / 12;
const longestDelay = 3;

/** Draws the pointer into the page: the browser has none of its own in screenshots. */
export async function showPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pointer = document.createElement('div');
    pointer.setAttribute('aria-hidden', 'true');
    pointer.style.cssText =
      'position:fixed;z-index:2147483647;width:18px;height:18px;margin:-9px;border-radius:50%;pointer-events:none;' +
      'background:rgb(90 90 90 / 45%);border:2px solid rgb(255 255 255 / 85%);left:60%;top:60%';
    addEventListener('mousemove', ({ clientX, clientY }) => {
      if (!pointer.isConnected) document.body.append(pointer);
      pointer.style.left = `${clientX}px`;
      pointer.style.top = `${clientY}px`;
    });
    addEventListener('mousedown', () => {
      pointer.style.background = 'rgb(90 90 90 / 75%)';
    });
    addEventListener('mouseup', () => {
      pointer.style.background = 'rgb(90 90 90 / 45%)';
    });
  });
}

/** Records what a page shows until `stop` is called, which returns an animated WebP of this width. */
export async function record(page: Page, width: number): Promise<{ stop(): Promise<Buffer> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ image: Buffer.from(data, 'base64'), time: metadata.timestamp ?? Date.now() / 1000 });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return {
    stop: async () => {
      await session.send('Page.stopScreencast');
      return await toAnimation(frames, Date.now() / 1000, width);
    },
  };
}

async function toAnimation(frames: readonly Frame[], end: number, width: number): Promise<Buffer> {
  const kept: Frame[] = [];
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1];
    // The last of several frames in quick succession shows the result of all of them.
    if (next && next.time - (kept.at(-1)?.time ?? 0) < shortestDelay) continue;
    kept.push(frame);
  }
  const images = await Promise.all(kept.map(({ image }) => sharp(image).resize({ width }).png().toBuffer()));
  const delay = kept.map(({ time }, index) => {
    const seconds = Math.min(longestDelay, (kept[index + 1]?.time ?? end) - time);
    return Math.round(Math.max(seconds, shortestDelay) * 1000);
  });
  return await sharp(images, { join: { animated: true } })
    .webp({ quality: 72, effort: 5, delay, loop: 0, minSize: true, mixed: true })
    .toBuffer();
}
