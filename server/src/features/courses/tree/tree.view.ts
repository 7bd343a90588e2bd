import type { AccessSettings } from '#contract/features/access/access.ts';
import type { CourseTree } from '#contract/features/courses/courses.ts';
import type { TreeFolderRow, TreePageRow } from './tree.queries.ts';

/** The rules of folders and pages, by their ids. */
export type Rules = ReadonlyMap<string, AccessSettings>;

const toUnusual = ({ id, is_published }: { id: string; is_published: boolean }, rules: Rules) => {
  const access = rules.get(id);
  return { ...(is_published ? {} : { is_published }), ...(access ? { access } : {}) };
};

/** Without spreads: of thousands of pages, they take several times as long. */
function toTreePage(row: TreePageRow, rules: Rules): CourseTree['pages'][number] {
  const page: CourseTree['pages'][number] = { id: row.id, title: row.title };
  const access = rules.get(row.id);
  if (!row.is_published) page.is_published = false;
  if (access) page.access = access;
  if (row.estimated_duration !== 1) page.estimated_duration = row.estimated_duration;
  if (row.revision !== 1) page.revision = row.revision;
  if (row.has_quiz) page.has_quiz = true;
  return page;
}

/**
 * Maps folders and pages to a tree of the contract. Pages of folders that aren't among the rows are left out. `rules` are those
 * that its viewers may know.
 */
export function toTree(
  folders: readonly TreeFolderRow[],
  pages: readonly TreePageRow[],
  rules: Rules,
): CourseTree {
  const pagesOf = new Map<string | null, CourseTree['pages']>(
    [null, ...folders.map(({ id }) => id)].map((id) => [id, []]),
  );
  for (const page of pages) pagesOf.get(page.folder_id)?.push(toTreePage(page, rules));
  return {
    pages: pagesOf.get(null) ?? [],
    folders: folders.map((folder) => ({
      id: folder.id,
      title: folder.title,
      ...toUnusual(folder, rules),
      pages: pagesOf.get(folder.id) ?? [],
    })),
  };
}

/** A page of a tree, and the folder that it is in. */
export interface PlacedPage {
  page: CourseTree['pages'][number];
  folder_id: string | null;
}

/** Returns the pages of a tree in their order. */
export const listPlaced = ({ pages, folders }: CourseTree): PlacedPage[] => [
  ...pages.map((page) => ({ page, folder_id: null })),
  ...folders.flatMap((folder) => folder.pages.map((page) => ({ page, folder_id: folder.id }))),
];

/** Returns a tree with those of its pages only whose number is at least `from` and less than `to`. It says how many are missing. */
export function toPart(tree: CourseTree, from: number, to: number): CourseTree {
  let first = 0;
  const cut = (pages: CourseTree['pages']) => {
    const [start, end] = [from - first, to - first].map((at) => Math.min(pages.length, Math.max(0, at)));
    first += pages.length;
    const after = pages.length - (end ?? 0);
    return {
      pages: pages.slice(start, end),
      ...(start ? { before: start } : {}),
      ...(after ? { after } : {}),
    };
  };
  return {
    ...cut(tree.pages),
    folders: tree.folders.map((folder) => ({ ...folder, ...cut(folder.pages) })),
  };
}
