import type { Lock } from '../access/access.ts';
import type { CourseFolder, CoursePageSummary, CourseTree } from './courses.ts';

/** The contents of a course as a response has them: the tree that others see alike, and what is the viewer's own. */
export interface CourseContents {
  tree: CourseTree;
  /** When the viewer marked pages as done, by the id of the page. */
  completions: Readonly<Record<string, string>>;
  /** The locks of folders and pages, by their ids. */
  locks: Readonly<Record<string, Lock>>;
}

/** How many pages of a folder aren't in a part, before and after those that are. */
export interface MissingPages {
  before: number;
  after: number;
}
/** By the id of the folder, or '' for pages without one. */
export type MissingContents = Readonly<Record<string, MissingPages>>;

function readMissing({ folders, ...outside }: CourseTree): MissingContents | null {
  const missing = [{ ...outside, id: '' }, ...folders].flatMap(({ id, before = 0, after = 0 }) =>
    before + after > 0 ? [[id, { before, after }] as const] : [],
  );
  return missing.length > 0 ? Object.fromEntries(missing) : null;
}

/**
 * Returns the folders and pages of a course with everything that is left out of its tree, in their order: pages without a folder
 * first. `missing` is null if all pages are there.
 */
export function readContents({ tree, completions, locks }: CourseContents): {
  folders: CourseFolder[];
  pages: CoursePageSummary[];
  missing: MissingContents | null;
} {
  const openedBy = ({ id, access }: CourseTree['pages'][number] | CourseTree['folders'][number]) => ({
    lock: locks[id] ?? null,
    access: access ?? null,
  });
  const toPage = (page: CourseTree['pages'][number], folder_id: string | null): CoursePageSummary => ({
    id: page.id,
    folder_id,
    title: page.title,
    is_published: page.is_published ?? true,
    estimated_duration: page.estimated_duration ?? 1,
    revision: page.revision ?? 1,
    has_quiz: page.has_quiz ?? false,
    completed_at: completions[page.id] ?? null,
    ...openedBy(page),
  });
  return {
    folders: tree.folders.map((folder) => ({
      id: folder.id,
      title: folder.title,
      is_published: folder.is_published ?? true,
      ...openedBy(folder),
    })),
    pages: [
      ...tree.pages.map((page) => toPage(page, null)),
      ...tree.folders.flatMap(({ id, pages }) => pages.map((page) => toPage(page, id))),
    ],
    missing: readMissing(tree),
  };
}
