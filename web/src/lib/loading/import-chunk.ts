/**
 * Why a script couldn't be loaded: the server can't be reached, it doesn't have the file (anymore), or anything else.
 */
export type ChunkFailure = 'network' | 'gone' | 'other';

export class ChunkError extends Error {
  readonly reason: ChunkFailure;
  constructor(path: string, reason: ChunkFailure, cause?: unknown) {
    // Not translated: for the error log. Screens show their own message.
    super(`Couldn't load ${path}.`, { cause });
    this.name = 'ChunkError';
    this.reason = reason;
  }
}

async function fetchFile(path: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(path);
    // Files can be kept forever: once it is read to its end, the import finds it in the browser's cache.
    await response.arrayBuffer();
  } catch (error) {
    throw new ChunkError(path, 'network', error);
  }
  if (!response.ok) throw new ChunkError(path, response.status === 404 ? 'gone' : 'other');
}

/** The files that are or were fetched, without those that failed. */
const fetched = new Map<string, Promise<void>>();

function fetchOnce(path: string): Promise<void> {
  let fetching = fetched.get(path);
  if (!fetching) {
    // Those of the page itself are loaded with it.
    if (document.querySelector(`link:not([rel="prefetch"])[href="${path}"]`)) return Promise.resolve();
    fetching = path.endsWith('.css') ? addStylesheet(path) : fetchFile(path);
    fetched.set(path, fetching);
    fetching.catch(() => fetched.delete(path));
  }
  return fetching;
}

/** Adds a style sheet to the page and waits for it. If it fails, fetching it says why. */
async function addStylesheet(path: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  // At once, so that sheets keep their order.
  document.head.append(link);
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = reject;
  }).catch(async (error) => {
    link.remove();
    await fetchFile(path);
    throw new ChunkError(path, 'other', error);
  });
}

/**
 * Imports a script once its files are there. Chromium remembers an import that failed until the page is reloaded, so files that
 * can't be fetched must not be imported. Builds call it for each `import()`, in place of Vite's own function.
 * @param files paths without the leading slash: of the script, of what it imports, and of their style sheets in their order.
 * @throws ChunkError if a file can't be fetched.
 */
export async function importChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (files.length > 0) await Promise.all(files.map((file) => fetchOnce(`/${file}`)));
  return load();
}
