import { expect, test } from 'vitest';
import { chooseTests, fileOf } from './choose-tests.ts';

const mutated = 'server/src/features/chat/messages/send.ts';
const near = { id: 'server/src/features/chat/messages/send.test.ts#sends', milliseconds: 500 };
const far = { id: 'server/src/platform/access.test.ts#denies', milliseconds: 300 };
const slow = { id: 'server/src/features/chat/chat.test.ts#any course', milliseconds: 20_000 };

test('near and quick tests run first', () => {
  const alike = { id: 'server/src/features/chat/groups/groups.test.ts#leaves', milliseconds: 500 };
  const chosen = chooseTests(mutated, [far, slow, alike, near]);
  expect(chosen).toEqual([near, alike, far, slow].map(({ id }) => id));
});

test('the tests of a file stay together', () => {
  const other = { id: `${fileOf(near.id)}#fails`, milliseconds: 100 };
  expect(chooseTests(mutated, [near, far, other])).toEqual([near.id, other.id, far.id]);
});

test('tests that make a run longer than half a minute are left out, unless it has no others', () => {
  const slower = { id: 'server/src/features/feed/feed.test.ts#is long', milliseconds: 40_000 };
  expect(chooseTests(mutated, [near, slow, slower])).toEqual([near.id, slow.id]);
  expect(chooseTests(mutated, [slow, { ...far, milliseconds: 11_000 }])).toHaveLength(1);
  expect(chooseTests(mutated, [slower])).toEqual([slower.id]);
});
