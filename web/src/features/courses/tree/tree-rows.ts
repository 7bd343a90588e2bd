import type { CourseFolder, CoursePageSummary } from '#contract/features/courses/courses.ts';
import type { CourseTree } from '../courses.entity.ts';

/** A row of the contents of a course that can be moved. */
export type ItemRow =
  | { kind: 'folder'; id: string; folder: CourseFolder; count: number; isOpen: boolean }
  | { kind: 'page'; id: string; page: CoursePageSummary; isFirst: boolean; isLast: boolean };
/** A row of the contents of a course. One is in place of the pages of a folder that aren't here yet. */
export type TreeRow = ItemRow | { kind: 'missing'; id: string; count: number };

const toPageRows = (pages: readonly CoursePageSummary[]): TreeRow[] =>
  pages.map((page, index) => ({
    kind: 'page',
    id: page.id,
    page,
    isFirst: index === 0,
    isLast: index === pages.length - 1,
  }));

const toMissing = (folderId: string | null, place: 'before' | 'after', count: number): TreeRow[] =>
  count === 0 ? [] : [{ kind: 'missing', id: [folderId, place].join(), count }];

/**
 * Returns the rows of a course: pages without a folder, then the folders with their pages, but those of `closed` folders. `search` limits
 * them to pages with titles that contain it, and opens all folders.
 */
export function toRows(
  { folders, pages, missing }: CourseTree,
  closed: ReadonlySet<string>,
  search: string,
): TreeRow[] {
  const wanted = search.trim().toLocaleLowerCase();
  const found =
    wanted === '' ? pages : pages.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const byFolder = Map.groupBy(found, ({ folder_id }) => folder_id);
  const rowsIn = (folderId: string | null): { rows: TreeRow[]; count: number } => {
    const inside = byFolder.get(folderId) ?? [];
    const { before = 0, after = 0 } = (wanted === '' ? missing?.[folderId ?? ''] : null) ?? {};
    return {
      rows: [
        ...toMissing(folderId, 'before', before),
        ...toPageRows(inside),
        ...toMissing(folderId, 'after', after),
      ],
      count: before + inside.length + after,
    };
  };
  return [
    ...rowsIn(null).rows,
    ...folders.flatMap((folder): TreeRow[] => {
      const { rows, count } = rowsIn(folder.id);
      if (wanted !== '' && count === 0) return [];
      const isOpen = wanted !== '' || !closed.has(folder.id);
      const head: TreeRow = { kind: 'folder', id: folder.id, folder, count, isOpen };
      return isOpen ? [head, ...rows] : [head];
    }),
  ];
}

/** Returns the row that an element is in, if it can be moved. */
export function rowOf(rows: readonly TreeRow[], target: EventTarget): ItemRow | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const row = element ? rows[Number(element.dataset.index)] : undefined;
  return row?.kind === 'missing' ? undefined : row;
}
