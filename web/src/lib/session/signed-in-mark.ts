const name = 'hearth.signed-in';
/** How long the next page may take to load, in milliseconds. */
const maxAge = 2 * 60_000;

/** Stores in this tab that someone has just signed in, and continues at `path`. */
export function markSignedIn(path: string, now = Date.now()): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ path, at: now }));
  } catch {
    // Without storage, they press Join again.
  }
}

/** Returns whether signing in in this tab has just led to `path`. True only once. */
export function takeSignedIn(path: string, now = Date.now()): boolean {
  try {
    const text = sessionStorage.getItem(name);
    if (text === null) return false;
    const mark = JSON.parse(text) as { path: string; at: number };
    if (mark.path !== path) return false;
    sessionStorage.removeItem(name);
    return now - mark.at <= maxAge;
  } catch {
    return false;
  }
}
