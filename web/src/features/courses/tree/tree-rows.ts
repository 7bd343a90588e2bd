import type { CourseFolder, CoursePageSummary } from '#contract/features/courses/courses.ts';
import type { CourseTree } from '../courses.entity.ts';

/** A row of the contents of a course. */
export type TreeRow =
  | { kind: 'folder'; id: string; folder: CourseFolder; count: number; isOpen: boolean }
  | { kind: 'page'; id: string; page: CoursePageSummary; isFirst: boolean; isLast: boolean };

const toPageRows = (pages: readonly CoursePageSummary[]): TreeRow[] =>
  pages.map((page, index) => ({
    kind: 'page',
    id: page.id,
    page,
    isFirst: index === 0,
    isLast: index === pages.length - 1,
  }));

/**
 * Returns the rows of a course: pages without a folder, then the folders with their pages, but those of `closed` folders. `search` limits
 * them to pages with titles that contain it, and opens all folders.
 */
export function toRows(
  { folders, pages }: CourseTree,
  closed: ReadonlySet<string>,
  search: string,
): TreeRow[] {
  const wanted = search.trim().toLocaleLowerCase();
  const found =
    wanted === '' ? pages : pages.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const byFolder = Map.groupBy(found, ({ folder_id }) => folder_id);
  return [
    ...toPageRows(byFolder.get(null) ?? []),
    ...folders.flatMap((folder): TreeRow[] => {
      const inside = byFolder.get(folder.id) ?? [];
      if (wanted !== '' && inside.length === 0) return [];
      const isOpen = wanted !== '' || !closed.has(folder.id);
      const head: TreeRow = { kind: 'folder', id: folder.id, folder, count: inside.length, isOpen };
      return isOpen ? [head, ...toPageRows(inside)] : [head];
    }),
  ];
}
