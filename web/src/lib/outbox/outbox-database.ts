import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxTable, StoredItem } from './stored-item.ts';
import { markUnsent } from './unsent-mark.ts';

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
      // Inside the transaction, since another tab may be removing its last item.
      markUnsent(item.user_id, true);
      await change.done;
      return true;
    },
    change: async (clientId, changes) => {
      const change = database.transaction('outbox', 'readwrite');
      const item = await change.store.index('client_id').get(clientId);
      if (item) await change.store.put({ ...item, ...changes });
      await change.done;
    },
    remove: async (clientId) => {
      const change = database.transaction('outbox', 'readwrite');
      const item = await change.store.index('client_id').get(clientId);
      if (item?.order !== undefined) {
        await change.store.delete(item.order);
        const left = await change.store.index('user_id').count(item.user_id);
        if (left === 0) markUnsent(item.user_id, false);
      }
      await change.done;
    },
    clear: async (userId) => {
      const change = database.transaction('outbox', 'readwrite');
      for (const order of await change.store.index('user_id').getAllKeys(userId))
        await change.store.delete(order);
      markUnsent(userId, false);
      await change.done;
    },
  };
}

/** Opens the table in IndexedDB. Rejects if the browser has none. Calls `onClosed` when it can't be used anymore. */
export async function openOutboxDatabase(onClosed: () => void): Promise<OutboxTable> {
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
      onClosed();
    },
    terminated: onClosed,
  });
  return toTable(database);
}
