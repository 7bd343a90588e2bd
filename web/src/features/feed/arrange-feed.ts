import { arrangeList } from '#web/lib/list/list-changes.ts';
import { type FeedChanges, isMovedTo, type PostMove } from './feed-changes.ts';

export interface LoadedFeed {
  /** The category that the feed shows; undefined for all. */
  category_id?: string | undefined;
  /** Post IDs of all pages, in order. */
  ids: readonly string[];
  /** When each post that was pinned at load time was pinned. */
  pins: Readonly<Record<string, string>>;
  /** Live cursor at the time the first page was loaded, 0 before; earlier events are already in the pages. */
  cursor: number;
  /** Last activity of the last loaded post; null when there are no more pages. */
  until: string | null;
  /** Sort value of a post; larger sorts first. Only called for posts that were unpinned or moved here. */
  sortValueOf: (id: string) => string | number;
  /** Whether a post that was moved here is known as it is since, and the feed can show it. */
  canEnter: (id: string, move: PostMove) => boolean;
}

/** A feed with the changes since it was loaded applied. */
export interface ArrangedFeed {
  /** Display order: pinned posts, then new posts already shown, then the pages. */
  shown: string[];
  /** How many of `shown` come before the pages. */
  ahead: number;
  /** New posts that are held back. */
  waiting: string[];
  /**
   * Posts that new comments would move onto the loaded pages, but that are not loaded. With all pages loaded: posts that moved up
   * before the page that contained them was loaded, so that no page has them.
   */
  missing: string[];
}

/** Compares timestamps. `localeCompare` would load the rules of a language, which takes a browser 10 ms. */
const newestFirst = (a: string, b: string): number => (a === b ? 0 : a > b ? -1 : 1);

export function arrangeFeed(feed: LoadedFeed, changes: FeedChanges): ArrangedFeed {
  const { added, removed, pins, active } = changes;
  const moves = Object.entries(changes.moves).filter(([, { seq }]) => seq > feed.cursor);
  const isHere = (move: PostMove) => isMovedTo(feed, move);
  const elsewhere = new Set(moves.flatMap(([id, move]) => (isHere(move) ? [] : [id])));
  const entries = feed.ids.map((id) => ({ id }));
  const arranged = arrangeList({ entries, cursor: feed.cursor }, changes);
  const isIn = ({ id }: { id: string }) => !elsewhere.has(id);
  const list = { items: arranged.items.filter(isIn), held: arranged.held.filter(isIn) };
  const known = new Set(feed.ids);
  const isGone = (id: string) => (removed[id] ?? 0) > feed.cursor || elsewhere.has(id);
  const pinnedAt = (id: string) => (id in pins ? pins[id] : feed.pins[id]) ?? null;
  const newlyPinned = Object.keys(pins).filter((id) => pins[id] !== null && !isGone(id));
  const all = new Set([...list.items.map(({ id }) => id), ...newlyPinned]);
  const pinned = [...all]
    .filter((id) => pinnedAt(id) !== null)
    .toSorted((a, b) => newestFirst(pinnedAt(a) ?? '', pinnedAt(b) ?? ''));
  const loaded = [...all].filter((id) => known.has(id) && pinnedAt(id) === null);
  const ordinary = loaded.filter((id) => feed.pins[id] === undefined);
  const isArrived = new Set(added.map(({ entry }) => entry.id));
  const entered = moves.flatMap(([id, move]) =>
    isHere(move) &&
    !known.has(id) &&
    !isArrived.has(id) &&
    !all.has(id) &&
    !isGone(id) &&
    feed.canEnter(id, move)
      ? [id]
      : [],
  );
  for (const id of [...loaded.filter((one) => feed.pins[one] !== undefined), ...entered]) {
    // Unpinned or moved here: goes to its sorted position. If that is beyond the loaded pages, a later page will contain it.
    const index = ordinary.findIndex((other) => feed.sortValueOf(other) < feed.sortValueOf(id));
    if (index !== -1) ordinary.splice(index, 0, id);
    else if (feed.until === null) ordinary.push(id);
  }
  const arrived = [...all].filter((id) => !known.has(id) && pinnedAt(id) === null);
  const ahead = [...pinned, ...arrived];
  const shown = [...ahead, ...ordinary];
  const isShown = new Set(shown);
  const { until } = feed;
  const isMissing = ({ id, seq, at }: FeedChanges['active'][number]) =>
    feed.cursor > 0 &&
    (until === null || at > until) &&
    seq > feed.cursor &&
    !isShown.has(id) &&
    !isArrived.has(id) &&
    !isGone(id);
  return {
    shown,
    ahead: ahead.length,
    waiting: list.held.filter(({ id }) => pinnedAt(id) === null).map(({ id }) => id),
    missing: active.filter(isMissing).map(({ id }) => id),
  };
}
