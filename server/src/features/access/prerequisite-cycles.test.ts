import { expect, it } from 'vitest';
import { hasCycle } from './prerequisite-cycles.ts';

const page = (id: string, course_id: string, folder_id: string | null = null) => ({
  id,
  course_id,
  folder_id,
});
const after = (item_id: string, kind: 'course' | 'page', id: string) => ({
  item_id,
  rules: [{ kind: 'prerequisite' as const, target: { kind, id } }],
});
const pages = [page('a1', 'a'), page('a2', 'a', 'f'), page('b1', 'b'), page('c1', 'c')];

it.each([
  ['nothing', [], false],
  ['a page after another one', [after('a2', 'page', 'a1')], false],
  ['a chain of courses', [after('b', 'course', 'a'), after('c', 'course', 'b')], false],
  ['a page after itself', [after('a1', 'page', 'a1')], true],
  ['two pages after each other', [after('a1', 'page', 'a2'), after('a2', 'page', 'a1')], true],
  ['a page after its own course', [after('a1', 'course', 'a')], true],
  ['a course after one of its pages', [after('a', 'page', 'a1')], true],
  ['a folder after one of its pages', [after('f', 'page', 'a2')], true],
  ['a folder after a page outside of it', [after('f', 'page', 'a1')], false],
  [
    'a folder after a page that needs another page of it',
    [after('f', 'page', 'a1'), after('a1', 'page', 'a2')],
    true,
  ],
  [
    'three courses in a circle',
    [after('a', 'course', 'b'), after('b', 'course', 'c'), after('c', 'course', 'a')],
    true,
  ],
  ['courses through a page', [after('a', 'page', 'b1'), after('b', 'course', 'a')], true],
  [
    'two ways to the same page',
    [after('b', 'page', 'a1'), after('c', 'page', 'a1'), after('c1', 'page', 'b1')],
    false,
  ],
] as const)('finds what would have to be completed before itself: %s', (_, rules, expected) => {
  expect(hasCycle({ pages, rules: rules.map((rule) => ({ ...rule, rules: [...rule.rules] })) })).toBe(
    expected,
  );
});

it('follows chains of any length', () => {
  const long = Array.from({ length: 20_000 }, (_, index) => after(`p${index}`, 'page', `p${index + 1}`));
  const all = long.map(({ item_id }) => page(item_id, 'x'));
  expect(hasCycle({ pages: all, rules: long })).toBe(false);
  expect(hasCycle({ pages: all, rules: [...long, after('p20000', 'page', 'p0')] })).toBe(true);
});

it('looks only at prerequisites, and at all that an item has', () => {
  const level = { kind: 'level' as const, level: 2 };
  expect(hasCycle({ pages, rules: [{ item_id: 'a1', rules: [level] }] })).toBe(false);
  const itself = { kind: 'prerequisite' as const, target: { kind: 'page' as const, id: 'a1' } };
  expect(hasCycle({ pages, rules: [{ item_id: 'a1', rules: [level, itself] }] })).toBe(true);
});
