import type { OutboxTable, StoredItem } from './stored-item.ts';
import { markUnsentHere } from './unsent-mark.ts';

/** Items that couldn't be stored, in the order in which they were added. */
let items: StoredItem[] = [];
function setItems(next: StoredItem[]): void {
  items = next;
  markUnsentHere(items.map(({ user_id }) => user_id));
}

/** Keeps the items only until the page is left. */
const memoryTable: OutboxTable = {
  list: async (userId, list) => items.filter((item) => item.user_id === userId && item.list === list),
  listAll: async (userId) => items.filter((item) => item.user_id === userId),
  add: async (item) => {
    if (!items.some(({ client_id }) => client_id === item.client_id)) setItems([...items, item]);
    return false;
  },
  change: async (clientId, changes) =>
    setItems(items.map((item) => (item.client_id === clientId ? { ...item, ...changes } : item))),
  remove: async (clientId) => setItems(items.filter(({ client_id }) => client_id !== clientId)),
  clear: async (userId) => setItems(items.filter(({ user_id }) => user_id !== userId)),
};

let opened: Promise<OutboxTable> | undefined;

/** Forgets the open database, because the browser has closed it. */
const reopen = () => {
  opened = undefined;
};

async function open(): Promise<OutboxTable> {
  // A part of its own, because few pages have anything to send.
  const database = await import('./outbox-database.ts').catch(() => null);
  if (!database) {
    // Without a connection, or after a release: the next use tries again.
    reopen();
    return memoryTable;
  }
  try {
    const table = await database.openOutboxDatabase(reopen);
    for (const item of items) {
      await table.add(item);
      await memoryTable.remove(item.client_id);
    }
    return table;
  } catch {
    // The browser has no storage.
    return memoryTable;
  }
}

/**
 * Returns the table. Its items survive reloads and crashes, unless the browser has no storage or the part of the app that
 * stores them couldn't be loaded.
 */
export function outboxTable(): Promise<OutboxTable> {
  opened ??= open();
  return opened;
}
