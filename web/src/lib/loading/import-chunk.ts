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

/** Fetches a file into the browser's cache. */
async function fetchFile(path: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(path);
    // Files can be kept forever.
    await response.arrayBuffer();
  } catch (error) {
    throw new ChunkError(path, 'network', error);
  }
  if (!response.ok) throw new ChunkError(path, response.status === 404 ? 'gone' : 'other');
}

/** The files that are or were requested, without those that failed. */
const requested = new Map<string, Promise<void>>();

function requestOnce(path: string): Promise<void> {
  let request = requested.get(path);
  if (!request) {
    // Those of the page itself are loaded with it.
    if (document.head.querySelector(`link:not([rel="prefetch"])[href="${path}"]`)) return Promise.resolve();
    request = requestFile(path);
    requested.set(path, request);
    request.catch(() => requested.delete(path));
  }
  return request;
}

interface Brand {
  brand: string;
  version: string;
}

/** Whether the browser requests a module again whose link has failed. Others remember it until the page is reloaded. */
const forgetsFailedModules = () =>
  (navigator as { userAgentData?: { brands: Brand[] } }).userAgentData?.brands.some(
    ({ brand, version }) => brand === 'Chromium' && Number(version) >= 156,
  );

/**
 * Adds a style sheet to the page and waits for it, or requests a script: by a link if possible, whose response the import uses, so that
 * there is one request instead of two. If a link fails, fetching its file says why.
 */
async function requestFile(path: string): Promise<void> {
  const isSheet = path.endsWith('.css');
  if (!isSheet && !forgetsFailedModules()) return await fetchFile(path);
  const link = document.createElement('link');
  link.rel = isSheet ? 'stylesheet' : 'modulepreload';
  link.href = path;
  // At once, so that sheets keep their order.
  document.head.append(link);
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = reject;
  }).catch(async (error) => {
    link.remove();
    await fetchFile(path);
    if (isSheet) throw new ChunkError(path, 'other', error);
  });
}

/**
 * Imports a script once its files are there. Most browsers remember an import that failed until the page is reloaded, so files that
 * can't be loaded must not be imported. Builds call it for each `import()`, in place of Vite's own function.
 * @param files paths without the leading slash: of the script, of what it imports, and of their style sheets in their order.
 * @throws ChunkError if a file can't be loaded.
 */
export async function importChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (files.length > 0) await Promise.all(files.map((file) => requestOnce(`/${file}`)));
  return load();
}
