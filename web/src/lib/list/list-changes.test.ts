import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddedItem,
  addItem,
  addOwnItem,
  arrangeList,
  dropHeldItem,
  type ListChanges,
  mergeRefetched,
  noChanges,
  removeItem,
  showHeldItems,
} from './list-changes.ts';
import { sortList } from './sort-list.ts';

/** A message of a chat: sorted by ID, the newest at the end. */
interface Message {
  id: string;
  /** Version of its text. */
  text: number;
}
type Changes = ListChanges<Message>;
const none: Changes = noChanges;
const idOf = (n: number) => String(n).padStart(4, '0');
const message = (n: number, text = 0): Message => ({ id: idOf(n), text });
const byId = (a: Message, b: Message) => Number(a.id) - Number(b.id);
const idsOf = (entries: readonly Message[]) => entries.map(({ id }) => Number(id));
type Sorted = Parameters<typeof sortList<Message>>[0];
const loadedOf = (ids: readonly number[], more: Partial<Sorted> = {}): Sorted => ({
  entries: ids.map((n) => message(n)),
  cursor: 10,
  newest: 'last',
  compare: byId,
  ...more,
});

describe('A new item', () => {
  const changes = addItem(none, message(5), 11);

  it('is held back until the viewer asks for it, and counted once', () => {
    const loaded = { entries: [message(4)], cursor: 10 };
    expect(addItem(changes, message(5), 11)).toBe(changes);
    expect(arrangeList(loaded, changes)).toMatchObject({ items: [message(4)], held: [message(5)] });
    const shown = arrangeList(loaded, showHeldItems(addItem(changes, message(6), 12)));
    expect([idsOf(shown.items), shown.held]).toEqual([[6, 5, 4], []]);
  });

  it('is never held back if the viewer created it, whichever of event and response comes first', () => {
    const loaded = { entries: [message(4)], cursor: 10 };
    for (const own of [
      addItem(addOwnItem(none, message(5)), message(5), 11),
      addOwnItem(changes, message(5)),
    ])
      expect(arrangeList(loaded, own)).toMatchObject({ items: [message(5), message(4)], held: [] });
  });

  it('that the viewer created disappears if a refetch after its event no longer contains it', () => {
    const own = addOwnItem(none, message(5));
    const response = { loadedIds: [idOf(4)], fresh: [message(4)], seq: 20, isComplete: true };
    const loaded = loadedOf([4]);
    // Before its event, the response can be older than the item.
    expect(idsOf(sortList(loaded, mergeRefetched(own, response)).items)).toEqual([4, 5]);
    const confirmed = addItem(own, message(5), 15);
    expect(confirmed.added).toMatchObject([{ state: 'own', seq: 15 }]);
    expect(idsOf(sortList(loaded, mergeRefetched(confirmed, response)).items)).toEqual([4]);
  });

  it('appears once when a later page or a reload contains it', () => {
    expect(idsOf(sortList(loadedOf([4, 5]), changes).items)).toEqual([4, 5]);
    expect(idsOf(sortList(loadedOf([4], { cursor: 11 }), changes).items)).toEqual([4]);
  });

  it('stays apart while there are pages between it and the loaded ones', () => {
    const gap = sortList(loadedOf([1, 2], { hasNewer: true }), changes);
    expect([idsOf(gap.items), idsOf(gap.apart)]).toEqual([[1, 2], [5]]);
    const closed = sortList(loadedOf([1, 2, 3, 4, 5]), changes);
    expect([idsOf(closed.items), closed.apart]).toEqual([[1, 2, 3, 4, 5], []]);
  });

  it('waits for its page if it is older than the loaded ones', () => {
    const old = addItem(none, message(1), 11);
    expect(idsOf(sortList(loadedOf([3, 4], { hasOlder: true }), old).items)).toEqual([3, 4]);
    expect(idsOf(sortList(loadedOf([3, 4]), old).items)).toEqual([1, 3, 4]);
  });
});

describe('A deleted item', () => {
  it('disappears, and an older event does not bring it back', () => {
    const changes = removeItem(addItem(none, message(5), 11), idOf(5), 12);
    expect(addItem(changes, message(5), 11)).toBe(changes);
    expect(removeItem(changes, idOf(5), 12)).toBe(changes);
    expect(idsOf(sortList(loadedOf([4, 5]), changes).items)).toEqual([4]);
    expect(idsOf(sortList(loadedOf([4]), addItem(changes, message(5), 13)).items)).toEqual([4, 5]);
    // A deletion that arrives after a later change is ignored.
    const later = addItem(none, message(5), 13);
    expect(removeItem(later, idOf(5), 12)).toBe(later);
  });

  it('is dropped while it is held back, and stays if it is on screen', () => {
    const held = addItem(none, message(5), 11);
    expect(dropHeldItem(held, idOf(5)).added).toEqual([]);
    const shown = showHeldItems(held);
    expect(dropHeldItem(shown, idOf(5))).toBe(shown);
  });
});

describe('A list refetched after missed events', () => {
  const refetched = (fresh: number[], more: object = {}) => ({
    loadedIds: [1, 2, 3].map(idOf),
    fresh: fresh.map((n) => message(n)),
    seq: 50,
    isComplete: true,
    ...more,
  });

  it('holds back new items and removes those that are gone, also among the added ones', () => {
    const before = addItem(addItem(none, message(4), 11), message(9), 60);
    const after = mergeRefetched(before, refetched([1, 3, 5]));
    const isHeld = ({ state }: AddedItem) => state === 'held';
    const { items, held } = sortList(loadedOf([1, 2, 3], { isHeld }), after);
    expect([idsOf(items), idsOf(held)]).toEqual([
      [1, 3],
      // 9 is newer than the response.
      [5, 9],
    ]);
  });

  it('removes nothing if the response does not reach the end', () => {
    const after = mergeRefetched(none, refetched([1, 3], { isComplete: false }));
    expect(idsOf(sortList(loadedOf([1, 2, 3]), after).items)).toEqual([1, 2, 3]);
  });

  it('is outdated if it has nothing in common with the loaded pages, until a refetch has', () => {
    const outdated = mergeRefetched(none, refetched([8, 9], { isComplete: false }));
    expect(outdated.isOutdated).toBe(true);
    expect(mergeRefetched(outdated, refetched([1, 8], { isComplete: false })).isOutdated).toBe(false);
  });

  it('keeps an item removed that an earlier refetch found to be gone', () => {
    const once = mergeRefetched(none, refetched([1, 3]));
    const twice = mergeRefetched(once, refetched([1, 3], { isComplete: false, seq: 60 }));
    expect(idsOf(sortList(loadedOf([1, 2, 3]), twice).items)).toEqual([1, 3]);
  });
});

type Step = { kind: 'send' | 'edit' | 'delete'; who: 0 | 1; which: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('send', 'send', 'edit', 'delete'),
  who: fc.constantFrom(0 as const, 1 as const),
  which: fc.nat(50),
});

/** A chat on the server: runs steps and numbers their events. */
class Chat {
  messages: Message[] = [1, 2, 3, 4, 5, 6].map((n) => message(n));
  events: { seq: number; by: number; id: string; entry: Message | null }[] = [];
  #last = 6;

  run({ kind, who: by, which }: Step): void {
    const seq = 11 + this.events.length;
    if (kind === 'send') {
      this.#last += 1;
      const entry = message(this.#last);
      this.messages.push(entry);
      this.events.push({ seq, by, id: entry.id, entry });
      return;
    }
    const old = this.messages[which % Math.max(1, this.messages.length)];
    if (!old) return;
    const entry = kind === 'edit' ? { ...old, text: old.text + 1 } : null;
    this.messages = this.messages.flatMap((one) => (one === old ? (entry ?? []) : one));
    this.events.push({ seq, by, id: old.id, entry });
  }
}

describe('A chat of two viewers, newest at the bottom', () => {
  it('shows the same as a fresh fetch from the oldest loaded message on, whatever arrives twice or in pages', () => {
    const cases = [fc.array(step, { maxLength: 30 }), fc.array(fc.nat(40)), fc.nat(6)] as const;
    fc.assert(
      fc.property(...cases, (steps, repeats, size) => {
        for (const viewer of [0, 1]) {
          const chat = new Chat();
          const newest = chat.messages.slice(chat.messages.length - size);
          const older = chat.messages.slice(0, chat.messages.length - size);
          for (const one of steps) chat.run(one);
          const received = [
            ...chat.events,
            ...repeats.flatMap((n) => chat.events[n % Math.max(1, chat.events.length)] ?? []),
          ];
          let changes = none;
          for (const { seq, by, id, entry } of received) {
            // The response to the viewer's own message arrives before its event.
            if (entry?.text === 0 && by === viewer && seq % 2 === 0) changes = addOwnItem(changes, entry);
            changes = entry ? addItem(changes, entry, seq) : removeItem(changes, id, seq);
          }
          const isSame = (entries: readonly Message[], hasOlder: boolean) => {
            const list = sortList({ entries, cursor: 10, newest: 'last', compare: byId, hasOlder }, changes);
            const from = hasOlder ? (entries[0]?.id ?? '') : '';
            return [list.items, chat.messages.filter(({ id }) => id >= from)];
          };
          const [shown, fetched] = isSame(newest, size < 6 && size > 0);
          if (size > 0) expect(shown).toEqual(fetched);
          // Once the pages of older messages are loaded, with the versions of that time.
          const [all, whole] = isSame([...older, ...newest], false);
          expect(all).toEqual(whole);
        }
      }),
    );
  });
});
