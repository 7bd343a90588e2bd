import { describe, expect, it } from 'vitest';
import { toProgress } from '#contract/values/progress.ts';
import { aFolder, aPageSummary } from '#web-testing/course-fixtures.ts';
import { idOf } from '#web-testing/fixtures.ts';
import {
  chooseFirstPage,
  countPages,
  moveFolder,
  movePage,
  neighborsOf,
  placeAfter,
  putPage,
  removeFolder,
  stepFrom,
} from './course-tree.ts';
import type { CourseTree } from './courses.entity.ts';
import { toRows } from './tree/tree-rows.ts';

const [week1, week2] = [idOf(101), idOf(102)];
const page = (n: number, folder_id: string | null = null, isDone = false) =>
  aPageSummary({ id: idOf(n), folder_id, completed_at: isDone ? '2026-01-01T00:00:00.000Z' : null });
/** Pages 1 and 2 without a folder, 3 and 4 in the first folder, 5 in the second one. */
const tree: CourseTree = {
  id: idOf(100),
  folders: [aFolder({ id: week1, title: 'Week 1' }), aFolder({ id: week2, title: 'Week 2' })],
  pages: [page(1), page(2), page(3, week1), page(4, week1), page(5, week2)],
};
const orderOf = ({ pages }: CourseTree) => pages.map(({ id }) => Number(id.slice(-3)));

describe('The page that a course opens with', () => {
  const withDone = (...done: number[]): CourseTree => ({
    ...tree,
    pages: tree.pages.map((one, index) => page(index + 1, one.folder_id, done.includes(index + 1))),
  });
  it.each([
    ['the last viewed one', withDone(1), idOf(4), 4],
    ['the first that is not done, if the last viewed one is done', withDone(1, 4), idOf(4), 2],
    ['the first that is not done, if the last viewed one is gone', withDone(1), idOf(9), 2],
    ['the first that is not done', withDone(1, 2), null, 3],
    ['the first, if all are done', withDone(1, 2, 3, 4, 5), null, 1],
    ['none in a course without pages', { ...tree, pages: [] }, null, undefined],
  ])('is %s', (_what, given, lastViewed, expected) => {
    expect(chooseFirstPage(given, lastViewed)?.id).toBe(expected && idOf(expected));
  });
});

it('rounds progress, and has none without pages', () => {
  expect([toProgress(1, 3), toProgress(2, 3), toProgress(3, 3), toProgress(0, 0)]).toEqual([33, 67, 100, 0]);
});

it('knows the neighbors of a page across folders', () => {
  expect(neighborsOf(tree, idOf(3))).toMatchObject({ previous: { id: idOf(2) }, next: { id: idOf(4) } });
  expect(neighborsOf(tree, tree.pages[1]?.id ?? '').number).toBe(2);
  expect(neighborsOf(tree, idOf(5))).toMatchObject({ next: undefined, isLast: true });
  expect(neighborsOf(tree, idOf(9))).toMatchObject({ previous: undefined, next: undefined, number: 0 });
});

it('counts the pages that are not here yet, and has a row in place of them', () => {
  const part = { ...tree, missing: { '': { before: 7, after: 0 }, [week2]: { before: 0, after: 30 } } };
  expect(countPages(part)).toBe(tree.pages.length + 37);
  expect(neighborsOf(part, tree.pages[1]?.id ?? '').number).toBe(9);
  const rows = toRows(part, new Set(), '');
  expect(rows.flatMap((row) => (row.kind === 'folder' ? [row.count] : []))).toEqual([2, 31]);
  expect([rows[0], rows.at(-1)]).toMatchObject([
    { kind: 'missing', count: 7 },
    { kind: 'missing', count: 30 },
  ]);
  expect(toRows(part, new Set([week2]), '').at(-1)).toMatchObject({ kind: 'folder', isOpen: false });
});

describe('Moving', () => {
  const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  it.each([
    ['a', 'up', undefined],
    ['b', 'up', null],
    ['c', 'up', 'a'],
    ['a', 'down', 'b'],
    ['c', 'down', undefined],
    ['x', 'down', undefined],
  ] as const)('puts %s one step %s after %s', (id, direction, after) => {
    expect(stepFrom(items, id, direction)).toBe(after);
  });

  it('places an item first or after another one', () => {
    const ids = (after: string | null) => placeAfter(items, { id: 'b' }, after).map(({ id }) => id);
    expect(ids(null)).toEqual(['b', 'a', 'c']);
    expect(ids('c')).toEqual(['a', 'c', 'b']);
  });

  it('moves a page within its folder, into another one, and out of folders', () => {
    expect(orderOf(movePage(tree, idOf(2), null, null))).toEqual([2, 1, 3, 4, 5]);
    expect(orderOf(movePage(tree, idOf(1), week1, idOf(3)))).toEqual([2, 3, 1, 4, 5]);
    const out = movePage(tree, idOf(4), null);
    expect(orderOf(out)).toEqual([1, 2, 4, 3, 5]);
    expect(out.pages[2]?.folder_id).toBeNull();
    expect(movePage(tree, idOf(9), null)).toBe(tree);
  });

  it('moves a folder with its pages', () => {
    const moved = moveFolder(tree, week2, null);
    expect(moved.folders.map(({ id }) => id)).toEqual([week2, week1]);
    expect(orderOf(moved)).toEqual([1, 2, 5, 3, 4]);
  });
});

it('removes a folder with its pages', () => {
  const left = removeFolder(tree, week1);
  expect(left.folders).toHaveLength(1);
  expect(orderOf(left)).toEqual([1, 2, 5]);
});

describe('A page that was saved', () => {
  it.each([
    ['without a folder', null, [1, 2, 9, 3, 4, 5]],
    ['in a folder', week1, [1, 2, 3, 4, 9, 5]],
  ])('is the last one of its place if it is new: %s', (_where, folder, expected) => {
    expect(orderOf(putPage(tree, page(9, folder)))).toEqual(expected);
  });

  it('keeps its place, and has its new title', () => {
    const changed = putPage(tree, { ...page(3, week1), title: 'Renamed', revision: 2 });
    expect(orderOf(changed)).toEqual([1, 2, 3, 4, 5]);
    expect(changed.pages[2]).toMatchObject({ title: 'Renamed', revision: 2 });
  });
});
