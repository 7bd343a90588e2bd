/** The scripts of a page. */
export interface ScriptFiles {
  /** Those that run one after another, each after those that it imports. The last one is the entry. */
  run: readonly string[];
  /** What the entry imports for the page. */
  imported: readonly string[];
  /** What parts of the page import. Without them, it's shown without those parts. */
  parts: readonly string[];
}

/** What a page says when its scripts can't be loaded. */
export interface LoadTexts {
  offline: string;
  failed: string;
}

interface ScriptLoader {
  /** Requests what isn't requested yet, or has failed. */
  load: () => void;
  /** See `ScriptFiles`. */
  parts: readonly string[];
  /** Aborted once everything has run. */
  signal: AbortSignal;
}

/**
 * Creates the function that loads the scripts of a page. What can't be loaded is requested again after half a second, then at growing
 * intervals. After the second failure, the page says so and drops the presses that wait. If a file is gone, as after a deployment,
 * the page is reloaded: only once, and not if someone has typed something.
 *
 * Runs inline, so it must not use anything outside of its body.
 */
export function createLoader({ run, imported, parts }: ScriptFiles, texts: LoadTexts): ScriptLoader {
  const files = [...run, ...imported];
  /** Whether a requested file has arrived. Those that failed are removed. */
  const arrived = new Map<string, boolean>();
  /** Files that failed to load although the server has them. */
  const served = new Set<string>();
  const early = window.earlyInput;
  const stop = new AbortController();
  let next = 0;
  let attempts = 0;
  /** Attempts that nobody asked for by a press. */
  let retries = 0;
  let retry: number | undefined;

  const fail = (file: string): void => {
    arrived.delete(file);
    if (attempts > 1) {
      early?.dropPresses();
      early?.say(navigator.onLine ? texts.failed : texts.offline);
    }
    retry ??= window.setTimeout(load, 500 * 2 ** Math.min(retries, 6), retries + 1);
  };
  const findCause = async (file: string): Promise<void> => {
    const options = { method: 'HEAD', signal: AbortSignal.timeout(5000) };
    const response = await fetch(file, options).catch(() => null);
    // Some browsers remember until a reload that a script has failed.
    const isLost = response?.status === 404 || (response?.ok && served.has(file));
    if (response?.ok) served.add(file);
    isLost && early?.mayReload() ? location.reload() : fail(file);
  };
  // Not only the entry: what it imports would run with it, in one long task.
  const runScript = (src: string): void => {
    const script = document.createElement('script');
    script.onload = () => src === run.at(-1) && stop.abort();
    script.onerror = () => {
      next = Math.min(next, run.indexOf(src));
      void findCause(src);
    };
    document.head.append(Object.assign(script, { type: 'module', async: false, src }));
  };
  const runArrived = (): void => {
    for (let src = run[next]; src && arrived.get(src); src = run[next]) {
      // The entry needs the whole page and all other scripts: a failed import ends it.
      if (src === run.at(-1)) {
        if (document.readyState === 'loading' || !files.every((file) => arrived.get(file))) return;
        early?.say();
      }
      next += 1;
      setTimeout(runScript, 0, src);
    }
  };
  const request = (href: string): void => {
    const link = document.createElement('link');
    const arrive = () => {
      arrived.set(href, true);
      runArrived();
    };
    link.onload = arrive;
    link.onerror = () => {
      link.remove();
      void findCause(href);
    };
    document.head.append(Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' }));
    if (!link.relList.supports('modulepreload')) arrive();
  };
  const load = (retried = retries): void => {
    clearTimeout(retry);
    retry = undefined;
    retries = retried;
    const missing = files.filter((file) => !arrived.has(file));
    if (missing.length > 0) attempts += 1;
    for (const file of missing) {
      arrived.set(file, false);
      // Requests take the page some time to send: each in a task of its own.
      setTimeout(request, 0, file);
    }
  };
  addEventListener('DOMContentLoaded', runArrived);
  return { load, parts, signal: stop.signal };
}

/**
 * Loads the scripts of a page once its first frame and the images in sight are there, so that they don't delay them; at the latest
 * a second after the first frame. A page that isn't in sight has no frames and loads them at once, and one without a frame after
 * three seconds. A key, a press, a focused field and the return of the network load them at once, also what has failed.
 *
 * Runs inline, so it must not use anything outside of its body.
 */
export function loadScripts({ load, parts, signal }: ScriptLoader): void {
  let hasBegun = false;
  // Into the browser's cache only: most browsers remember that a module has failed.
  const prefetch = (href: string): void => {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'prefetch', as: 'script', href }));
  };
  const loadNow = (): void => {
    if (!hasBegun) for (const file of parts) setTimeout(prefetch, 0, file);
    hasBegun = true;
    load();
  };
  const begin = (): void => {
    if (!hasBegun) loadNow();
  };
  // In the second frame, the first one has been shown.
  const afterFrame = (task: () => void) => requestAnimationFrame(() => requestAnimationFrame(task));
  const waitForImages = (): void => {
    if (document.readyState === 'complete') begin();
    addEventListener('load', () => afterFrame(begin), { signal });
    setTimeout(begin, 1000);
  };
  if (document.hidden) begin();
  else afterFrame(waitForImages);
  setTimeout(begin, 3000);
  for (const type of ['pointerdown', 'keydown', 'focusin', 'online'])
    addEventListener(type, loadNow, { capture: true, signal });
  // Screen readers click without anything before.
  if (window.earlyInput) window.earlyInput.onRecorded = loadNow;
}
