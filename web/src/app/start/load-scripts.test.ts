import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadScripts } from './load-scripts.ts';

const files = { run: ['/assets/libraries.js', '/assets/entry.js'], imported: ['/assets/feed-page.js'] };
const scripts = () => [...document.querySelectorAll('script')].map((script) => script.getAttribute('src'));
const preloads = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

/** Runs in the page as its HTML does: from the text of the function. */
const runInline = () => new Function(`(${loadScripts.toString()})(${JSON.stringify(files)})`)();

const set = (name: 'readyState' | 'hidden', value: unknown) =>
  vi.spyOn(document, name, 'get').mockReturnValue(value as never);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  document.head.innerHTML = '';
  set('hidden', false);
  set('readyState', 'interactive');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('The scripts of a page', () => {
  it('load after the frame that follows the load event, each once', async () => {
    runInline();
    vi.advanceTimersByTime(100);
    expect(scripts()).toEqual([]);
    dispatchEvent(new Event('load'));
    expect(preloads()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(scripts()).toEqual(files.run);
    expect(preloads()).toEqual([...files.run, ...files.imported]);
    vi.advanceTimersByTime(10_000);
    expect(scripts()).toHaveLength(2);
    expect(preloads()).toHaveLength(3);
  });

  it('load after the first frame if everything else is there', () => {
    set('readyState', 'complete');
    runInline();
    vi.advanceTimersByTime(0);
    expect(scripts()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(scripts()).toEqual(files.run);
  });

  it('wait a second for images', () => {
    runInline();
    vi.advanceTimersByTime(900);
    expect(scripts()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(scripts()).toEqual(files.run);
  });

  it('load at once while the page is hidden', () => {
    set('hidden', true);
    runInline();
    vi.advanceTimersByTime(0);
    expect(scripts()).toEqual(files.run);
  });

  it('load without a frame after three seconds', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    runInline();
    vi.advanceTimersByTime(2_900);
    expect(scripts()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(scripts()).toEqual(files.run);
    vi.unstubAllGlobals();
  });
});
