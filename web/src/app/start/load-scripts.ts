import { createContext } from 'react';

/** The scripts of a page. */
export interface ScriptFiles {
  /** Those that run one after another. The last one is the entry, which imports the others. */
  run: readonly string[];
  /** What the entry imports for the page. */
  imported: readonly string[];
}

/** Set while the server renders a page. Browsers have no use for it, nor their build. */
export const PageScripts = /* @__PURE__ */ createContext<ScriptFiles | null>(null);

/**
 * Loads the scripts of a page once its first frame and the images in sight are there, so that they don't delay them; at the latest
 * a second after the first frame. A page that isn't in sight has no frames and loads them at once, and one without a frame after
 * three seconds. Runs inline, so it must not use anything outside of its body.
 */
export function loadScripts({ run, imported }: ScriptFiles): void {
  let isLoading = false;
  const load = (): void => {
    if (isLoading) return;
    isLoading = true;
    const append = (element: Element, properties: object) =>
      document.head.append(Object.assign(element, properties));
    // Requests take the page some time to send: each in a task of its own.
    for (const href of [...run, ...imported])
      setTimeout(() =>
        append(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority: 'low' }),
      );
    // Not only the entry: what it imports would run with it, in one long task.
    for (const src of run)
      setTimeout(() => append(document.createElement('script'), { type: 'module', async: false, src }));
  };
  // In the second frame, the first one has been shown.
  const afterFrame = (run: () => void) => requestAnimationFrame(() => requestAnimationFrame(run));
  const start = (): void => {
    if (document.readyState === 'complete') load();
    addEventListener('load', () => afterFrame(load));
    setTimeout(load, 1000);
  };
  if (document.hidden) load();
  else afterFrame(start);
  setTimeout(load, 3000);
}
