const queues = new Map<string, Promise<unknown>>();

/**
 * Runs a task while no other tab of this browser runs one with the same name; others wait. Without Web Locks, which only
 * secure pages have, only this tab waits, and the server recognizes an item that two tabs send.
 */
export async function withSenderLock(name: string, task: () => Promise<void>): Promise<void> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (locks) {
    await locks.request(`hearth-outbox:${name}`, task);
    return;
  }
  const previous = queues.get(name) ?? Promise.resolve();
  const next = previous.then(task, task);
  queues.set(name, next);
  await next;
}

const listeners = new Set<(list: string) => void>();
let channel: BroadcastChannel | null = null;

/** Calls `listener` with the list that another tab has changed, for as long as the page is open. */
export function onOutboxChangeElsewhere(listener: (list: string) => void): void {
  listeners.add(listener);
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('hearth-outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    for (const each of listeners) each(data);
  });
}

/** Notifies the other tabs that a list has changed. */
export function announceOutboxChange(list: string): void {
  channel?.postMessage(list);
}
