import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordEarlyInput } from './early-input.ts';
import { createLoader, loadScripts } from './load-scripts.ts';

const run = ['/assets/libraries.js', '/assets/shared.js', '/assets/entry.js'];
const imported = ['/assets/feed-page.js'];
const [libraries = '', shared = '', entry = ''] = run;
const [feedPage = ''] = imported;
const all = [...run, ...imported];
const parts = ['/assets/join-card.js'];
const texts = { offline: 'Offline', failed: 'Failed' };

const scripts = () => [...document.querySelectorAll('script')];
const links = (rel = 'modulepreload') => [
  ...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`),
];
const ran = () => scripts().map((script) => script.getAttribute('src'));
const requested = () => links().map((link) => link.getAttribute('href'));
const message = () => document.querySelector('.toasts > :last-child')?.textContent;
const isWaiting = () => document.documentElement.dataset.waiting !== undefined;
const request = vi.fn<(path: string) => Promise<{ ok: boolean; status: number }>>();
const reload = vi.fn();
let addListener = vi.spyOn(window, 'addEventListener');

/** Runs in the page as its HTML does: from the text of the functions. */
function runInline(): void {
  const input = [{ run, imported, parts }, texts].map((part) => JSON.stringify(part));
  new Function(`(${recordEarlyInput.toString()})()`)();
  new Function(`(${loadScripts.toString()})((${createLoader.toString()})(${input.join()}))`)();
}

const set = (name: 'readyState' | 'hidden', value: unknown) =>
  vi.spyOn(document, name, 'get').mockReturnValue(value as never);

/** How the page was opened. */
const openedBy = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);

/** What the browser says about each requested file. */
async function settle(type: 'load' | 'error', ...files: string[]): Promise<void> {
  for (const file of files) document.querySelector(`link[href="${file}"]`)?.dispatchEvent(new Event(type));
  await vi.advanceTimersByTimeAsync(0);
}

/** The next timers, as long as they are due. */
const runDue = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  document.head.innerHTML = '';
  document.body.innerHTML =
    '<section class="toasts"><div></div><div></div></section><button>Like</button><input>';
  addListener = vi.spyOn(window, 'addEventListener');
  request.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  reload.mockReset();
  vi.stubGlobal('fetch', request);
  vi.stubGlobal('location', { reload });
  vi.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(true);
  set('hidden', false);
  set('readyState', 'interactive');
  openedBy('navigate');
});
afterEach(() => {
  for (const [type, listener, options] of addListener.mock.calls)
    removeEventListener(type, listener, options);
  window.earlyInput = undefined;
  document.documentElement.removeAttribute('data-waiting');
  // Before the timers: a stub is replaced by what it replaced, which may be a fake.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('The scripts of a page load', () => {
  it('after the frame that follows the load event, each once', async () => {
    runInline();
    vi.advanceTimersByTime(100);
    dispatchEvent(new Event('load'));
    expect(requested()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(requested()).toEqual(all);
    vi.advanceTimersByTime(10_000);
    expect(requested()).toEqual(all);
  });

  it('after the first frame if everything else is there', () => {
    set('readyState', 'complete');
    runInline();
    vi.advanceTimersByTime(0);
    expect(requested()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(requested()).toEqual(all);
  });

  it('a second after the first frame, without the images', () => {
    runInline();
    vi.advanceTimersByTime(900);
    expect(requested()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(requested()).toEqual(all);
  });

  it('at once while the page is hidden', () => {
    set('hidden', true);
    runInline();
    vi.advanceTimersByTime(1);
    expect(requested()).toEqual(all);
  });

  it('without a frame after three seconds', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    runInline();
    vi.advanceTimersByTime(2_900);
    expect(requested()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(requested()).toEqual(all);
  });

  it.each(['pointerdown', 'keydown', 'focusin', 'click', 'input'])('at the first %s', async (type) => {
    runInline();
    expect(requested()).toEqual([]);
    const control = document.querySelector(type === 'click' ? 'button' : 'input');
    control?.dispatchEvent(new Event(type, { bubbles: true }));
    await runDue();
    expect(requested()).toEqual(all);
  });

  it('each request and each script in a task of its own, and in their order', async () => {
    let task = 0;
    const later = setTimeout;
    vi.stubGlobal('setTimeout', (done: (file: string) => void, delay: number, file: string) =>
      later(() => {
        task += 1;
        done(file);
      }, delay),
    );
    const tasks: number[] = [];
    const append = vi.spyOn(document.head, 'append');
    append.mockImplementation((element) => {
      tasks.push(task);
      document.head.appendChild(element as Element);
    });
    set('hidden', true);
    runInline();
    await runDue();
    await settle('load', ...all.toReversed());
    expect(tasks).toHaveLength(all.length + parts.length + run.length);
    expect(new Set(tasks).size).toBe(tasks.length);
    expect(ran()).toEqual(run);
    for (const { rel, fetchPriority } of links())
      expect([rel, fetchPriority]).toEqual(['modulepreload', 'low']);
    // Scripts that a page adds are asynchronous by default, and would run in any order.
    for (const { type, async } of scripts()) expect([type, async]).toEqual(['module', false]);
  });

  it('and run once those before them and what the entry imports have arrived', async () => {
    set('hidden', true);
    runInline();
    await runDue();
    await settle('load', shared, entry);
    expect(ran()).toEqual([]);
    await settle('load', libraries);
    expect(ran()).toEqual([libraries, shared]);
    await settle('load', feedPage);
    expect(ran()).toEqual(run);
  });

  it('and those of parts only reach the cache: nothing waits for them, and each is requested once', async () => {
    runInline();
    dispatchEvent(new Event('keydown'));
    await runDue();
    expect(links('prefetch').map((link) => link.getAttribute('href'))).toEqual(parts);
    links('prefetch')[0]?.dispatchEvent(new Event('error'));
    await settle('load', ...all);
    await runDue();
    expect(ran()).toEqual(run);
    dispatchEvent(new Event('online'));
    await runDue();
    expect(links('prefetch')).toHaveLength(1);
  });

  it('before the page has been parsed, which the entry waits for', async () => {
    set('readyState', 'loading');
    set('hidden', true);
    runInline();
    await runDue();
    await settle('load', ...all);
    expect(ran()).toEqual([libraries, shared]);
    set('readyState', 'interactive');
    dispatchEvent(new Event('DOMContentLoaded'));
    await runDue();
    expect(ran()).toEqual(run);
  });

  it('at once in browsers that preload no modules', async () => {
    vi.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(false);
    set('hidden', true);
    runInline();
    await runDue();
    expect(ran()).toEqual(run);
  });
});

describe('A script that fails to load', () => {
  /** The first requests have failed for one file, and succeeded for the others. */
  async function lose(file: string): Promise<void> {
    set('hidden', true);
    runInline();
    await runDue();
    await settle('load', ...all.filter((other) => other !== file));
    // A press meanwhile requests nothing, so it is no further attempt.
    dispatchEvent(new Event('pointerdown'));
    await settle('error', file);
    expect(message()).toBe('');
  }

  it.each(all)('is requested again after half a second, as only one (%s)', async (file) => {
    await lose(file);
    expect(ran()).not.toContain(entry);
    await vi.advanceTimersByTimeAsync(400);
    expect(requested()).not.toContain(file);
    await vi.advanceTimersByTimeAsync(200);
    expect(requested().toSorted()).toEqual(all.toSorted());
    await settle('load', file);
    expect(ran()).toEqual(run);
    expect(message()).toBe('');
  });

  it('is requested at growing intervals, at most 32 seconds apart', async () => {
    await lose(entry);
    for (const seconds of [0.5, 1, 2, 4, 8, 16, 32, 32]) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 50);
      expect(requested()).not.toContain(entry);
      await vi.advanceTimersByTimeAsync(60);
      await settle('error', entry);
    }
  });

  it.each(['online', 'pointerdown'])('is requested again at once: %s', async (type) => {
    await lose(entry);
    dispatchEvent(new Event(type));
    await runDue();
    await settle('error', entry);
    // A press delays the next attempt no more than the first failure.
    await vi.advanceTimersByTimeAsync(450);
    expect(requested()).not.toContain(entry);
    await vi.advanceTimersByTimeAsync(100);
    await settle('load', entry);
    expect(ran()).toEqual(run);
  });

  it('drops presses after the second failure, says why, and keeps what was typed', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await lose(entry);
    document.querySelector('button')?.click();
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
    await runDue();
    expect([isWaiting(), message()]).toEqual([true, '']);
    await settle('error', entry);
    expect([isWaiting(), message()]).toEqual([false, 'Offline']);
    expect(window.earlyInput?.done.map(({ type }) => type)).toEqual(['input']);

    // A press tries again, and waits for that.
    document.querySelector('button')?.click();
    await runDue();
    expect(isWaiting()).toBe(true);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await settle('error', entry);
    expect([isWaiting(), message()]).toEqual([false, 'Failed']);
    document.querySelector('button')?.click();
    await runDue();
    await settle('load', entry);
    expect([isWaiting(), message(), ran()]).toEqual([true, '', run]);
  });

  it('reloads the page if it is gone', async () => {
    request.mockResolvedValue({ ok: false, status: 404 });
    await lose(feedPage);
    expect(request.mock.calls).toEqual([[feedPage, expect.objectContaining({ method: 'HEAD' })]]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('never reloads a page that was reloaded', async () => {
    openedBy('reload');
    request.mockResolvedValue({ ok: false, status: 404 });
    await lose(feedPage);
    await vi.advanceTimersByTimeAsync(600);
    await settle('error', feedPage);
    expect(reload).not.toHaveBeenCalled();
    expect(message()).toBe('Failed');
  });

  it('never reloads a page on which someone has typed', async () => {
    request.mockResolvedValue({ ok: false, status: 404 });
    set('hidden', true);
    runInline();
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
    await runDue();
    await settle('error', ...all);
    expect(reload).not.toHaveBeenCalled();
  });

  it('never reloads the page while the server fails', async () => {
    request.mockResolvedValue({ ok: false, status: 503 });
    await lose(libraries);
    await vi.advanceTimersByTimeAsync(600);
    await settle('error', libraries);
    expect(reload).not.toHaveBeenCalled();
    expect(message()).toBe('Failed');
  });

  it('reloads the page in a browser that remembers the failure', async () => {
    request.mockResolvedValue({ ok: true, status: 200 });
    await lose(libraries);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(600);
    await settle('error', libraries);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('runs again with those after it if it arrived and its imports did not', async () => {
    set('hidden', true);
    runInline();
    await runDue();
    await settle('load', ...all);
    document.querySelector(`script[src="${shared}"]`)?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(600);
    await settle('load', shared);
    expect(ran()).toEqual([...run, shared, entry]);
    const isListening = () =>
      addListener.mock.calls.some(([, , options]) => {
        const signal = typeof options === 'object' ? options.signal : null;
        return signal?.aborted === false;
      });
    expect(isListening()).toBe(true);
    scripts().at(-1)?.dispatchEvent(new Event('load'));
    expect(isListening()).toBe(false);
  });
});
