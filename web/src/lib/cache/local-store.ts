/** Prefix of all Hearth entries in the browser's local storage. */
const prefix = 'hearth.';
/** Entries that survive sign-out, because they are not personal. */
const preserved: ReadonlySet<string> = new Set(['hearth.theme', 'hearth.shortcuts-off']);

/** Returns a stored value; null if there is none, it is corrupt, or storage is unavailable. */
export function readLocal<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

let isClosed = false;

/** Stores a value; null deletes it. Returns false if storage is full, denied or closed. */
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

/** Returns the names of entries that start with a prefix, without `hearth.`. */
export function listLocal(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix + start))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Deletes everything of the current user, including drafts, except `names` and the theme. */
export function clearLocal(names: readonly string[] = []): void {
  for (const name of listLocal('')) {
    if (!preserved.has(prefix + name) && !names.includes(name)) writeLocal(name, null);
  }
}

/** Rejects later writes: what this page still stores would survive the end of its session. */
export function rejectWrites(): void {
  isClosed = true;
}

/** Deletes the same and rejects later writes, so that responses still in flight are not stored while the page is left. */
export function closeLocal(names: readonly string[]): void {
  clearLocal(names);
  rejectWrites();
}
