/** How long to wait before scripts that did not come are asked for again, in milliseconds (document 1, section 2). */
export const retryDelay = 500;

/** Scripts of a page did not come, twice: no connection, or a new release has replaced them. */
export class ModuleLoadError extends Error {
  constructor(cause: unknown) {
    super('This part of the application could not be loaded.', { cause });
    this.name = 'ModuleLoadError';
  }
}

let waiting = 0;
const listeners = new Set<() => void>();
function changeWaiting(by: number): void {
  waiting += by;
  for (const listener of listeners) listener();
}

/** Whether scripts are being asked for again; `onReconnecting` tells of changes. */
export const readReconnecting = (): boolean => waiting > 0;
export function onReconnecting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Loads scripts, with one more try after half a second.
 * @throws ModuleLoadError when they did not come the second time either.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    changeWaiting(1);
    try {
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return await load();
    } catch (error) {
      throw new ModuleLoadError(error);
    } finally {
      changeWaiting(-1);
    }
  }
}
