import {
  type AddedItem,
  type ArrangedList,
  freshItems,
  isNewer,
  isRemoved,
  type ListChanges,
  type ListEntry,
  type LoadedList,
} from './list-changes.ts';

interface SortedList<Entry extends ListEntry> extends LoadedList<Entry> {
  /** Display order; 0 only for the same item. An item that has changed moves to its position. */
  compare: (a: Entry, b: Entry) => number;
  /** Whether the newest items are at the start or at the end. */
  newest: 'first' | 'last';
  /** There are pages to load on the side of newer or older items. */
  hasNewer?: boolean;
  hasOlder?: boolean;
  /** Whether an added item is held back. Default: none is. */
  isHeld?: (item: AddedItem<Entry>) => boolean;
}

interface ArrangedSortedList<Entry extends ListEntry> extends ArrangedList<Entry> {
  /** New items after a gap: pages between them and `items` aren't loaded. In display order. */
  apart: Entry[];
}

/** Returns the loaded entries once each, at their latest version and without those that are gone. */
function currentEntries<Entry extends ListEntry>(
  { entries, cursor }: LoadedList<Entry>,
  changes: ListChanges<Entry>,
): Entry[] {
  const changed = new Map(
    changes.added.filter((item) => isNewer(item, cursor)).map(({ entry }) => [entry.id, entry]),
  );
  const current = new Map(entries.map((entry) => [entry.id, changed.get(entry.id) ?? entry]));
  return [...current.values()].filter(({ id }) => !isRemoved(changes, id, cursor));
}

/** Applies the changes to the pages of a sorted list, such as a chat or a list of notifications. */
export function sortList<Entry extends ListEntry>(
  loaded: SortedList<Entry>,
  changes: ListChanges<Entry>,
): ArrangedSortedList<Entry> {
  const { entries, compare, newest, hasNewer = false, hasOlder = false, isHeld = () => false } = loaded;
  const fresh = freshItems(loaded, changes);
  const added = fresh.filter((item) => !isHeld(item)).map(({ entry }) => entry);
  const all = [...currentEntries(loaded, changes), ...added].toSorted(compare);
  const [first, last] = [entries[0], entries.at(-1)];
  const isBefore = (entry: Entry) => first === undefined || compare(entry, first) < 0;
  const isAfter = (entry: Entry) => last === undefined || compare(entry, last) > 0;
  const isApart = (entry: Entry) => hasNewer && (newest === 'first' ? isBefore(entry) : isAfter(entry));
  // An item older than the loaded ones is shown with its page.
  const isLater = (entry: Entry) => hasOlder && (newest === 'first' ? isAfter(entry) : isBefore(entry));
  return {
    items: all.filter((entry) => !isApart(entry) && !isLater(entry)),
    apart: all.filter(isApart),
    held: fresh.filter(isHeld).map(({ entry }) => entry),
  };
}
