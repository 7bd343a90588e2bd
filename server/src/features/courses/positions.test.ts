import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Placed, planMove } from './positions.ts';

const items: Placed[] = [
  { id: 'a', position: 1 },
  { id: 'b', position: 2 },
];

describe('Planning a move', () => {
  it.each([
    ['first', items, null, { position: 0 }],
    ['between two', items, 'a', { position: 1.5 }],
    ['last', items, 'b', { position: 3 }],
    ['into an empty list', [], null, { position: 1000 }],
    ['after something that is gone', items, 'x', null],
  ])('places an item %s', (_, others, afterId, expected) => {
    expect(planMove(others, 'm', afterId, 1000)).toEqual(expected);
  });

  it('numbers all items anew if two have the same position', () => {
    const tied = [items[0], { id: 'b', position: 1 }, { id: 'c', position: 5 }] as Placed[];
    expect(planMove(tied, 'm', 'a')).toEqual({ order: ['a', 'm', 'b', 'c'] });
  });

  it('keeps the order of any number of moves to one place, and writes one row for nearly all', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6), { minLength: 80, maxLength: 200 }), (places) => {
        let list: Placed[] = [];
        let renumbered = 0;
        for (const [index, place] of places.entries()) {
          const id = `item-${index}`;
          const after = list[Math.min(place, list.length) - 1]?.id ?? null;
          const at = after === null ? 0 : list.findIndex((item) => item.id === after) + 1;
          const move = planMove(list, id, after);
          if (!move) throw new Error('no move');
          const expected = [...list.map((item) => item.id)];
          expected.splice(at, 0, id);
          if ('order' in move) {
            renumbered += 1;
            expect(move.order).toEqual(expected);
            list = move.order.map((itemId, position) => ({ id: itemId, position: position + 1 }));
          } else {
            list = [...list, { id, position: move.position }].sort((a, b) => a.position - b.position);
            expect(list.map((item) => item.id)).toEqual(expected);
          }
        }
        expect(renumbered).toBeLessThan(places.length / 20);
      }),
      { numRuns: 50, seed: 16 },
    );
  });
});
