import type { OutboxTable, StoredItem } from './stored-item.ts';

/** Keeps the items only until the page is left, for browsers without storage. */
function toMemoryTable(): OutboxTable {
  let items: StoredItem[] = [];
  return {
    list: async (userId, list) => items.filter((item) => item.user_id === userId && item.list === list),
    listAll: async (userId) => items.filter((item) => item.user_id === userId),
    add: async (item) => {
      if (!items.some(({ client_id }) => client_id === item.client_id)) items = [...items, item];
    },
    change: async (clientId, changes) => {
      items = items.map((item) => (item.client_id === clientId ? { ...item, ...changes } : item));
    },
    remove: async (clientId) => {
      items = items.filter(({ client_id }) => client_id !== clientId);
    },
    clear: async () => {
      items = [];
    },
  };
}

let opened: Promise<OutboxTable> | undefined;

/** Forgets the open database, because the browser has closed it. */
const reopen = () => {
  opened = undefined;
};

/** Returns the table. Its items survive reloads and crashes, unless the browser has no storage. */
export function outboxTable(): Promise<OutboxTable> {
  // A part of its own, because few pages have anything to send.
  opened ??= import('./outbox-database.ts')
    .then(({ openOutboxDatabase }) => openOutboxDatabase(reopen))
    .catch(toMemoryTable);
  return opened;
}
