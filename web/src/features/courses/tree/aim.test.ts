import { describe, expect, it } from 'vitest';
import { aFolder, aPageSummary } from '#web-testing/course-fixtures.ts';
import { idOf } from '#web-testing/fixtures.ts';
import type { CourseTree } from '../courses.entity.ts';
import { aimFolder, aimPage, type Band, isSameTarget } from './aim.ts';
import { toRows } from './tree-rows.ts';

const [week1, week2, week3] = [idOf(101), idOf(102), idOf(103)];
const page = (n: number, folder_id: string | null = null) => aPageSummary({ id: idOf(n), folder_id });
/** Rows: 0 page 1, 1 page 2, 2 Week 1, 3 page 3, 4 page 4, 5 Week 2, 6 page 5, 7 Week 3. */
const tree: CourseTree = {
  id: idOf(100),
  folders: [week1, week2, week3].map((id) => aFolder({ id })),
  pages: [page(1), page(2), page(3, week1), page(4, week1), page(5, week2)],
};
const rows = toRows(tree, new Set(), '');
/** Rows of ten pixels, from 100 on. */
const bandsOf = (count: number, from = 0): Band[] =>
  Array.from({ length: count }, (_, n) => ({
    index: from + n,
    top: 100 + 10 * (from + n),
    bottom: 110 + 10 * (from + n),
  }));
const bands = bandsOf(rows.length);
const pageOf = (n: number) => tree.pages[n - 1] ?? page(n);
const aim = (n: number, y: number) => aimPage(tree, rows, bands, pageOf(n), y);

describe('A page that is dragged', () => {
  it.each([
    ['the upper half of a page goes before it', 5, 142, { folderId: week1, after: idOf(3) }, 140],
    ['the lower half of a page goes after it', 5, 148, { folderId: week1, after: idOf(4) }, 150],
    ['the first page goes before it', 5, 102, { folderId: null, after: null }, 100],
    ['the first page of a folder goes before it', 5, 132, { folderId: week1, after: null }, 130],
    ['above all rows goes first', 5, 20, { folderId: null, after: null }, 100],
    ['below the head of an open folder goes first into it', 5, 128, { folderId: week1, after: null }, 130],
    [
      'above the head of a folder goes to the end of what is before it',
      5,
      121,
      { folderId: null, after: idOf(2) },
      120,
    ],
    ['above a head below an empty folder goes into that', 1, 400, { folderId: week3, after: null }, 180],
  ])('over %s', (_where, n, y, place, line) => {
    expect(aim(n, y)).toEqual({ kind: 'page', place, y: line });
  });

  it('goes to the end of a closed folder, which is marked as a whole', () => {
    const closed = toRows(tree, new Set([week1, week2]), '');
    // Rows: page 1, page 2, Week 1, Week 2, Week 3.
    const at = (y: number) => aimPage(tree, closed, bandsOf(closed.length), pageOf(1), y);
    expect(at(125)).toEqual({ kind: 'page', place: { folderId: week1 }, y: null });
    // Above a head there is nothing but the closed folder before it.
    expect(at(131)).toEqual({ kind: 'page', place: { folderId: week2 }, y: null });
    expect(aimPage(tree, closed, bandsOf(closed.length), pageOf(5), 135)).toBeNull();
  });

  it('goes out of folders above the first head, if all pages are in folders', () => {
    const inside: CourseTree = { ...tree, pages: tree.pages.slice(2) };
    const shown = toRows(inside, new Set(), '');
    expect(aimPage(inside, shown, bandsOf(shown.length), pageOf(3), 101)).toEqual({
      kind: 'page',
      place: { folderId: null, after: null },
      y: 100,
    });
  });

  it.each([
    ['its upper half', 3, 132],
    ['its lower half', 3, 138],
    ['the lower half of the page before', 4, 138],
    ['the upper half of the page after', 3, 141],
    ['the head of its folder, if it is the first one', 3, 127],
  ])('stays where it is over %s', (_where, n, y) => {
    expect(aim(n, y)).toBeNull();
  });

  it('has no place where no rows are', () => {
    expect(aimPage(tree, rows, [], pageOf(1), 100)).toBeNull();
  });
});

describe('A folder that is dragged', () => {
  const aimAt = (id: string, y: number, shown = bands) => aimFolder(tree, rows, shown, id, y);

  it('goes before the nearest head, or to the end', () => {
    expect(aimAt(week3, 128)).toEqual({ kind: 'folder', after: null, y: 120 });
    expect(aimAt(week3, 142)).toEqual({ kind: 'folder', after: week1, y: 150 });
    expect(aimAt(week1, 400)).toEqual({ kind: 'folder', after: week3, y: 180 });
    expect(aimAt(week3, 0)).toEqual({ kind: 'folder', after: null, y: 120 });
  });

  it('stays where it is before and after itself', () => {
    expect(aimAt(week2, 152)).toBeNull();
    expect(aimAt(week2, 170)).toBeNull();
  });

  it('shows the line at the edge if the head is out of sight', () => {
    // Only the pages of the first folder are in the document.
    expect(aimAt(week3, 131, bandsOf(2, 3))).toEqual({ kind: 'folder', after: null, y: 130 });
    expect(aimAt(week3, 149, bandsOf(2, 3))).toEqual({ kind: 'folder', after: week1, y: 150 });
  });
});

it('Targets are the same if place and line are', () => {
  const target = { kind: 'page', place: { folderId: null, after: null }, y: 1 } as const;
  expect(isSameTarget(target, { ...target })).toBe(true);
  expect(isSameTarget(target, { ...target, y: 2 })).toBe(false);
  expect(isSameTarget(target, { ...target, place: { folderId: null, after: week1 } })).toBe(false);
  expect(isSameTarget(target, { ...target, place: { folderId: week1, after: null } })).toBe(false);
  expect(isSameTarget(target, { kind: 'folder', after: null, y: 1 })).toBe(false);
  expect(isSameTarget({ kind: 'folder', after: null, y: 1 }, { kind: 'folder', after: null, y: 1 })).toBe(
    true,
  );
  expect(isSameTarget({ kind: 'folder', after: week1, y: 1 }, { kind: 'folder', after: null, y: 1 })).toBe(
    false,
  );
});
