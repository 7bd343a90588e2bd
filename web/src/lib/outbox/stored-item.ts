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
  /**
   * Adds an item at the end of its list. Does nothing if there is one with its `client_id`. Returns whether it's stored; if
   * not, it's gone with the page.
   */
  add: (item: StoredItem) => Promise<boolean>;
  /** Changes an item; does nothing if it is gone. */
  change: (clientId: string, changes: Partial<Pick<StoredItem, 'rejection' | 'content'>>) => Promise<void>;
  remove: (clientId: string) => Promise<void>;
  /** Returns all items of a user. */
  listAll: (userId: string) => Promise<StoredItem[]>;
  /** Removes all items of a user. */
  clear: (userId: string) => Promise<void>;
}
