import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

const keysOf = <Key, Value>(map: BoundedMap<Key, Value>) => [...map.entries()].map(([key]) => key);

it('The entry that was used least recently is dropped first', () => {
  const map = new BoundedMap<string, number>({ limit: 2 });
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(map.get('b')).toBeUndefined();
  map.set('a', 4);
  map.set('d', 5);
  expect([...map.entries()]).toEqual([
    ['a', 4],
    ['d', 5],
  ]);
});

it('Entries are dropped until the others fit together', () => {
  const map = new BoundedMap<string, string>({ limit: 6, sizeOf: (value) => value.length });
  for (const [key, value] of Object.entries({ a: '12', b: '12', c: '12' })) map.set(key, value);
  expect(keysOf(map)).toEqual(['a', 'b', 'c']);
  map.set('d', '123');
  expect(keysOf(map)).toEqual(['c', 'd']);
});

it('An entry that is too large is not kept, drops no others, and replaces what it had before', () => {
  const map = new BoundedMap<string, string>({ limit: 3, sizeOf: (value) => value.length });
  map.set('a', '1');
  map.set('b', '123');
  expect(keysOf(map)).toEqual(['b']);
  map.set('c', '1234');
  expect(keysOf(map)).toEqual(['b']);
  map.set('b', '1234');
  expect(keysOf(map)).toEqual([]);
});

it('What is removed or set again no longer takes its room', () => {
  const map = new BoundedMap<string, { bytes: number }>({ limit: 10, sizeOf: ({ bytes }) => bytes });
  const grows = { bytes: 0 };
  map.set('a', grows);
  grows.bytes = 8;
  map.set('a', grows);
  map.set('b', { bytes: 2 });
  expect(keysOf(map)).toEqual(['a', 'b']);
  expect(map.take('a')).toBe(grows);
  expect(map.take('a')).toBeUndefined();
  map.set('c', { bytes: 8 });
  expect(keysOf(map)).toEqual(['b', 'c']);
});

it('Entries can be removed while all are looked at', () => {
  const map = new BoundedMap<string, number>({ limit: 3 });
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) map.set(key, value);
  for (const [key, value] of map.entries()) if (value !== 2) map.take(key);
  expect(keysOf(map)).toEqual(['b']);
});
