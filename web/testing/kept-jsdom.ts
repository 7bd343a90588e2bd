import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** What the page of this process offers to `setup.ts`; nothing until the page exists. */
export interface KeptPage {
  /** Ends the timers that the running test file has started. */
  endTimersOfFile?: () => void;
}

const kept = globalThis as typeof globalThis & KeptPage;

/** Records the timers of the running test file, including those that have fired. */
function recordTimers(page: typeof globalThis): void {
  const timers = new Set<NodeJS.Timeout>();
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = page[name] as unknown as (...args: unknown[]) => NodeJS.Timeout;
    const recording = (...args: unknown[]) => {
      const timer = start(...args);
      // This one is of jsdom, for all animation frames. Once ended, it would never be started again.
      if (args[1] !== 1_000 / 60) timers.add(timer);
      return timer;
    };
    Object.assign(page, { [name]: Object.assign(recording, start) });
  }
  kept.endTimersOfFile = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
}

interface PageElement {
  attributes: Iterable<{ name: string }>;
  removeAttribute(name: string): void;
  replaceChildren(): void;
}

/** Empties what a test file may have left. */
function resetPage(page: typeof globalThis): void {
  const { document, localStorage, sessionStorage, history } = page as unknown as {
    document: { documentElement: PageElement; head: PageElement; body: PageElement; cookie: string };
    localStorage: { clear(): void };
    sessionStorage: { clear(): void };
    history: { replaceState(state: null, title: string, url: string): void };
  };
  const { documentElement, head, body } = document;
  for (const element of [head, body]) element.replaceChildren();
  for (const element of [documentElement, body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

/**
 * One page for all runs of a process, because packages that stay loaded refer to it. It's empty when a file starts, but listeners
 * of `window` and `document` stay, because packages add theirs only once. A file must undo what it changes on prototypes.
 */
export default {
  name: 'jsdom',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (kept.endTimersOfFile) {
      resetPage(global);
    } else {
      await builtinEnvironments.jsdom.setup(global, options);
      recordTimers(global);
    }
    return { teardown: () => {} };
  },
} satisfies Environment;
