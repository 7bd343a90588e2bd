import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { markUnsent } from './unsent-mark.ts';

/** An item as it is stored: those of one list are sent in the order of `order`. */
export interface StoredItem {
  client_id: string;
  user_id: string;
  /** What it belongs to, such as `message:{conversation_id}`. */
  list: string;
  /** When the user sent it. */
  at: string;
  /** Why the server rejected it; null while it is to be sent. */
  rejection: string | null;
  /** Can contain files (`Blob`). */
  content: object;
}

/** The items of all outboxes of this browser. */
export interface OutboxTable {
  /** Returns the items of a list, the oldest first. */
  list: (userId: string, list: string) => Promise<StoredItem[]>;
  /** Adds an item at the end of its list. Does nothing if there is one with its `client_id`. */
  add: (item: StoredItem) => Promise<void>;
  /** Changes an item; does nothing if it is gone. */
  change: (clientId: string, changes: Partial<Pick<StoredItem, 'rejection' | 'content'>>) => Promise<void>;
  remove: (clientId: string) => Promise<void>;
  /** Returns all items of a user. */
  listAll: (userId: string) => Promise<StoredItem[]>;
  /** Removes all items. */
  clear: () => Promise<void>;
}

interface Schema extends DBSchema {
  outbox: {
    key: number;
    value: StoredItem & { order?: number };
    indexes: { client_id: string; user_id: string; list: [string, string] };
  };
}

function toTable(database: IDBPDatabase<Schema>): OutboxTable {
  const listAll = (userId: string) => database.getAllFromIndex('outbox', 'user_id', userId);
  return {
    list: (userId, list) => database.getAllFromIndex('outbox', 'list', [userId, list]),
    listAll,
    add: async (item) => {
      const change = database.transaction('outbox', 'readwrite');
      const known = await change.store.index('client_id').getKey(item.client_id);
      if (known === undefined) await change.store.add(item);
      await change.done;
      markUnsent(true);
    },
    change: async (clientId, changes) => {
      const change = database.transaction('outbox', 'readwrite');
      const item = await change.store.index('client_id').get(clientId);
      if (item) await change.store.put({ ...item, ...changes });
      await change.done;
    },
    remove: async (clientId) => {
      const change = database.transaction('outbox', 'readwrite');
      const order = await change.store.index('client_id').getKey(clientId);
      if (order !== undefined) await change.store.delete(order);
      const left = await change.store.count();
      await change.done;
      if (left === 0) markUnsent(false);
    },
    clear: async () => {
      await database.clear('outbox');
      markUnsent(false);
    },
  };
}

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

async function openTable(): Promise<OutboxTable> {
  try {
    const database = await openDB<Schema>('hearth', 1, {
      upgrade: (created) => {
        const store = created.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
        store.createIndex('client_id', 'client_id', { unique: true });
        store.createIndex('user_id', 'user_id');
        store.createIndex('list', ['user_id', 'list']);
      },
      // Another tab has a newer version.
      blocking: () => {
        database.close();
        opened = undefined;
      },
      terminated: () => {
        opened = undefined;
      },
    });
    return toTable(database);
  } catch {
    return toMemoryTable();
  }
}

let opened: Promise<OutboxTable> | undefined;

/** Returns the table. Its items survive reloads and crashes, unless the browser has no storage. */
export function outboxTable(): Promise<OutboxTable> {
  opened ??= openTable();
  return opened;
}
