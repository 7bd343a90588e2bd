/*
 * A list that live events keep current: the loaded pages, and the changes since they were loaded. All functions are pure,
 * and applying an event again changes nothing.
 */

export interface ListEntry {
  id: string;
}

export interface AddedItem<Entry extends ListEntry = ListEntry> {
  entry: Entry;
  /** Sequence number of its latest event, or the live cursor of the response that contained it; 0 before its event. */
  seq: number;
  /** `held`: until the viewer asks for new items; `own`: created by the viewer on this page, and never held back. */
  state: 'held' | 'shown' | 'own';
}

/** Changes to a list since its pages were loaded. */
export interface ListChanges<Entry extends ListEntry = ListEntry> {
  /** Items that were added, or have moved in a sorted list; latest first. */
  added: readonly AddedItem<Entry>[];
  /** Sequence numbers at which items were found to be gone, by ID. */
  removed: Readonly<Record<string, number>>;
  /** The loaded pages and the current list have nothing in common; only a reload shows the current list. */
  isOutdated: boolean;
}

export const noChanges: ListChanges<never> = { added: [], removed: {}, isOutdated: false };

function without<T>(record: Readonly<Record<string, T>>, id: string): Readonly<Record<string, T>> {
  if (!(id in record)) return record;
  const { [id]: _left, ...rest } = record;
  return rest;
}

/** Adds an item that an event has created or changed. Held back if new. Older events than the known one are ignored. */
export function addItem<Entry extends ListEntry, Changes extends ListChanges<Entry>>(
  changes: Changes,
  entry: Entry,
  seq: number,
): Changes {
  const known = changes.added.find((item) => item.entry.id === entry.id);
  if ((known && known.seq >= seq) || (changes.removed[entry.id] ?? 0) >= seq) return changes;
  const added = known
    ? changes.added.map((item) => (item === known ? { ...item, entry, seq } : item))
    : [{ entry, seq, state: 'held' as const }, ...changes.added];
  return { ...changes, added, removed: without(changes.removed, entry.id) };
}

/** Adds an item that the viewer created, whether or not its event arrived first. */
export function addOwnItem<Entry extends ListEntry, Changes extends ListChanges<Entry>>(
  changes: Changes,
  entry: Entry,
): Changes {
  const known = changes.added.find((item) => item.entry.id === entry.id);
  const others = changes.added.filter((item) => item !== known);
  const own = { entry: known?.entry ?? entry, seq: known?.seq ?? 0, state: 'own' as const };
  return { ...changes, added: [own, ...others] };
}

/** Removes an item from the list. */
export function removeItem<Changes extends ListChanges>(changes: Changes, id: string, seq: number): Changes {
  if ((changes.removed[id] ?? 0) >= seq) return changes;
  if (changes.added.some((item) => item.entry.id === id && item.seq > seq)) return changes;
  return {
    ...changes,
    added: changes.added.filter((item) => item.entry.id !== id),
    removed: { ...changes.removed, [id]: seq },
  };
}

/** Drops an item that was deleted while it was held back. One on screen stays and can show that it was deleted. */
export function dropHeldItem<Changes extends ListChanges>(changes: Changes, id: string): Changes {
  const added = changes.added.filter(({ entry, state }) => state !== 'held' || entry.id !== id);
  return added.length === changes.added.length ? changes : { ...changes, added };
}

/** Shows all items that are held back. */
export function showHeldItems<Changes extends ListChanges>(changes: Changes): Changes {
  if (!changes.added.some(({ state }) => state === 'held')) return changes;
  const added = changes.added.map((item) =>
    item.state === 'held' ? { ...item, state: 'shown' as const } : item,
  );
  return { ...changes, added };
}

interface Refetched<Entry extends ListEntry> {
  /** IDs of the loaded pages. */
  loadedIds: readonly string[];
  /** The same number of pages, requested again. */
  fresh: readonly Entry[];
  /** Live cursor of the new response. */
  seq: number;
  /** The response reaches the end of the list, so an item it doesn't contain is gone. */
  isComplete: boolean;
  /** IDs of items that events moved since the response, which may be missing from it. */
  movedSince?: readonly string[];
}

/**
 * Compares a refetched list with the loaded one after events were missed: holds back new items, and removes those that
 * are gone. Nothing on screen moves. If the two have no item in common, the list is outdated.
 */
export function mergeRefetched<Entry extends ListEntry, Changes extends ListChanges<Entry>>(
  changes: Changes,
  { loadedIds, fresh, seq, isComplete, movedSince = [] }: Refetched<Entry>,
): Changes {
  const freshIds = new Set(fresh.map(({ id }) => id));
  if (loadedIds.length > 0 && !loadedIds.some((id) => freshIds.has(id)))
    return { ...changes, isOutdated: true };
  const known = new Set([...loadedIds, ...changes.added.map(({ entry }) => entry.id)]);
  const added = fresh
    .filter(({ id }) => !known.has(id))
    .map((entry): AddedItem<Entry> => ({ entry, seq, state: 'held' }));
  // Items that are newer than the response may be missing from it.
  const addedSince = changes.added.filter((item) => isNewer(item, seq)).map(({ entry }) => entry.id);
  const newer = new Set([...addedSince, ...movedSince]);
  const gone = isComplete ? [...known].filter((id) => !freshIds.has(id) && !newer.has(id)) : [];
  const stillRemoved = Object.entries(changes.removed).filter(([id]) => !freshIds.has(id));
  return {
    ...changes,
    added: [...added, ...changes.added],
    removed: { ...Object.fromEntries(stillRemoved), ...Object.fromEntries(gone.map((id) => [id, seq])) },
    isOutdated: false,
  };
}

/** The loaded pages of a list. */
export interface LoadedList<Entry extends ListEntry> {
  /** The entries of all pages, in display order. */
  entries: readonly Entry[];
  /** Live cursor of the oldest loaded page; the pages contain earlier changes. */
  cursor: number;
}

/** Returns whether a change is newer than the loaded pages: own items are until their event has arrived. */
export const isNewer = ({ seq }: AddedItem, cursor: number): boolean => seq === 0 || seq > cursor;

/** Returns whether an item is gone since its page was loaded. */
export const isRemoved = ({ removed }: ListChanges, id: string, cursor: number): boolean =>
  (removed[id] ?? 0) > cursor;

/** Returns the added items that the pages don't contain and that aren't gone; latest first. */
export function freshItems<Entry extends ListEntry>(
  { entries, cursor }: LoadedList<Entry>,
  changes: ListChanges<Entry>,
): AddedItem<Entry>[] {
  const known = new Set(entries.map(({ id }) => id));
  return changes.added.filter(
    (item) =>
      isNewer(item, cursor) && !known.has(item.entry.id) && !isRemoved(changes, item.entry.id, cursor),
  );
}

/** A list with the changes since its pages were loaded. Every item appears once. */
export interface ArrangedList<Entry extends ListEntry> {
  /** In display order. */
  items: Entry[];
  /** Held back, latest first. */
  held: Entry[];
}

/** Applies the changes to pages that stay in the order of the server: new items come first, latest on top. */
export function arrangeList<Entry extends ListEntry>(
  loaded: LoadedList<Entry>,
  changes: ListChanges<Entry>,
): ArrangedList<Entry> {
  const fresh = freshItems(loaded, changes);
  const pick = (isHeld: boolean) =>
    fresh.filter(({ state }) => (state === 'held') === isHeld).map(({ entry }) => entry);
  const current = loaded.entries.filter(({ id }) => !isRemoved(changes, id, loaded.cursor));
  return { items: [...pick(false), ...current], held: pick(true) };
}
