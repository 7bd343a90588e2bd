/** Names of everything that Hearth keeps in the browser's local storage begin so. */
const prefix = 'hearth.';
/** What signing out leaves in place: it says nothing about a person. */
const kept: ReadonlySet<string> = new Set(['hearth.theme']);

/** A kept value; null when there is none, it is broken, or storage may not be used. */
export function readLocal<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

let isClosed = false;

/** Keeps a value; null forgets it. Answers whether it worked: storage may be full, forbidden, or closed. */
export function writeLocal(name: string, value: unknown): boolean {
  if (isClosed) return false;
  try {
    if (value === null || value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The names kept under a beginning, without the prefix. */
export function listLocal(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix + beginning))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Forgets everything of the person who used this browser, drafts included, but for `names`. The theme stays. */
export function clearLocal(names: readonly string[] = []): void {
  for (const name of listLocal('')) {
    if (!kept.has(prefix + name) && !names.includes(name)) writeLocal(name, null);
  }
}

/**
 * The same for a page that is being left: what it still hears of its person, until the next page is there, is not kept.
 */
export function closeLocal(names: readonly string[]): void {
  clearLocal(names);
  isClosed = true;
}
