import { toViewerReactions, type ViewerReactions } from '#contract/values/reactions.ts';
import { shareJson } from '../http/json-text.ts';

/** An item of a page as all viewers see it alike, without what they gave. */
export interface SharedItem<Item extends ViewerReactions> {
  item: Readonly<Item>;
  /** The item as everyone sees it who gave the same reactions. */
  given: Map<string, Readonly<Item>>;
}

/** The reactions of a viewer as pairs of an item and a kind, as `reactionsGiven` selects them. */
export type GivenPairs = readonly (readonly [id: string, kind: string])[];

export const toSharedItem = <Item extends ViewerReactions>(item: Item): SharedItem<Item> => ({
  item: shareJson(item),
  given: new Map(),
});

/** Groups the kinds of a viewer's reactions by item. */
export function toGivenKinds(pairs: GivenPairs | null): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const [id, kind] of pairs ?? []) kinds.set(id, [...(kinds.get(id) ?? []), kind]);
  return kinds;
}

/** Returns the item as those see it who gave these kinds of reactions: the same object for all of them. */
export function withGiven<Item extends ViewerReactions>(
  { item, given }: SharedItem<Item>,
  kinds: readonly string[] | undefined,
): Readonly<Item> {
  if (!kinds) return item;
  const name = kinds.toSorted().join();
  const shared = given.get(name) ?? shareJson({ ...item, ...toViewerReactions(kinds) });
  given.set(name, shared);
  return shared;
}
