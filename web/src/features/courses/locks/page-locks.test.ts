import { describe, expect, it } from 'vitest';
import type { Lock } from '#contract/features/access/access.ts';
import { aCourse, aFolder, aPageSummary } from '#web-testing/course-fixtures.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { chooseFirstPage } from '../course-tree.ts';
import { hasLocks, locksOf, nextOpening } from './page-locks.ts';

const at = '2026-12-01T17:05:00.000Z';
const lock = (fields: Partial<Lock> = {}): Lock => ({
  match: 'all',
  unmet: [{ rule: { kind: 'level', level: 3 }, opens_at: null, title: null }],
  opens_at: null,
  ...fields,
});
const dated = lock({ unmet: [{ rule: { kind: 'date', at }, opens_at: at, title: null }], opens_at: at });
const week = aFolder({ id: idOf(101) });
const page = (n: number, fields = {}) => aPageSummary({ id: idOf(n), folder_id: week.id, ...fields });
const treeOf = (pages: ReturnType<typeof page>[], folder = week) => ({
  id: idOf(100),
  folders: [folder],
  pages,
});

describe('The locks of a page', () => {
  it('are those of its course, its folder and itself, the outermost first', () => {
    const one = page(1, { lock: lock() });
    const tree = treeOf([one], { ...week, lock: dated });
    expect(locksOf(aCourse({ lock: lock() }), tree, one).map(({ kind }) => kind)).toEqual([
      'course',
      'folder',
      'page',
    ]);
    expect(locksOf(aCourse(), treeOf([page(1)]), page(1))).toEqual([]);
    expect(hasLocks(aCourse(), tree)).toBe(true);
    expect(hasLocks(aCourse(), treeOf([page(1)]))).toBe(false);
  });

  it('do not close what is done', () => {
    const done = page(1, { lock: lock(), completed_at: at });
    expect(locksOf(aCourse({ lock: lock() }), treeOf([done]), done)).toEqual([]);
  });

  it('are passed over by the page that a course opens with', () => {
    const pages = [page(1, { completed_at: at }), page(2, { lock: lock() }), page(3)];
    expect(chooseFirstPage(treeOf(pages), null)?.id).toBe(idOf(3));
    expect(chooseFirstPage(treeOf(pages, { ...week, lock: lock() }), null)?.id).toBe(idOf(2));
  });

  it('open by themselves at the earliest of their times', () => {
    const later = lock({
      unmet: [{ rule: { kind: 'days', days: 3 }, opens_at: '2026-12-02T00:00:00.000Z', title: null }],
    });
    expect(nextOpening(aCourse({ lock: later }), treeOf([page(1, { lock: dated })]))).toBe(at);
    expect(nextOpening(aCourse({ lock: lock() }), treeOf([page(1)]))).toBeNull();
  });
});
