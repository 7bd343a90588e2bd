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

const channelName = 'hearth-outbox';
let channel: BroadcastChannel | null = null;

/** Calls `listener` with the list that another tab has changed. Lists of all users arrive. */
export function onOutboxChangeElsewhere(listener: (list: string) => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  channel ??= new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data));
}

/** Notifies the other tabs that a list has changed. */
export function announceOutboxChange(list: string): void {
  channel?.postMessage(list);
}
