import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import type { CourseTree } from './courses.entity.ts';

/** Pure functions about the folders and pages of a course. */

/** Where an item is placed: after another one, or first (null). */
export type Position = string | null;

export const pagesIn = ({ pages }: CourseTree, folderId: string | null): CoursePageSummary[] =>
  pages.filter(({ folder_id }) => folder_id === folderId);

/** Returns how many pages a course has, also those that aren't here yet. */
export const countPages = ({ pages, missing }: CourseTree): number =>
  Object.values(missing ?? {}).reduce((count, { before, after }) => count + before + after, pages.length);

export const countCompleted = (pages: readonly CoursePageSummary[]): number =>
  pages.filter(({ completed_at }) => completed_at !== null).length;

/**
 * Returns the page that a course opens with: the one viewed last unless it's completed, otherwise the first that isn't
 * completed, an open one if there is one, otherwise the first. Undefined for a course without pages.
 */
export function chooseFirstPage(
  { pages, folders }: CourseTree,
  lastViewedId: string | null,
): CoursePageSummary | undefined {
  const lockedFolders = new Set(folders.flatMap(({ id, lock }) => (lock ? [id] : [])));
  const isNext = ({ completed_at }: CoursePageSummary) => completed_at === null;
  const isOpenNext = (page: CoursePageSummary) =>
    isNext(page) && page.lock === null && !(page.folder_id && lockedFolders.has(page.folder_id));
  return (
    pages.find((page) => page.id === lastViewedId && isNext(page)) ??
    pages.find(isOpenNext) ??
    pages.find(isNext) ??
    pages[0]
  );
}

/**
 * The pages before and after a page, in the order of the course, which one it is, counted from 1, and whether it's the last one. In a
 * part of a course, a page that isn't the last one can be without a next one.
 */
export function neighborsOf(tree: CourseTree, pageId: string) {
  const { pages, missing } = tree;
  const index = pages.findIndex(({ id }) => id === pageId);
  const next = index < 0 ? undefined : pages[index + 1];
  const first = Object.values(missing ?? {}).reduce((count, { before }) => count + before, 1);
  const number = index + first;
  return { previous: pages[index - 1], next, number, isLast: number === countPages(tree) };
}

/** Returns whether a page, or the one before or after it, isn't here yet. */
export function isAtEdge(tree: CourseTree, pageId: string): boolean {
  if (!tree.missing) return false;
  const { previous, next, number, isLast } = neighborsOf(tree, pageId);
  const isHere = tree.pages.some(({ id }) => id === pageId);
  return !isHere || (!previous && number > 1) || (!next && !isLast);
}

/** Returns where an item goes one step up or down; undefined if it's the first or last one. */
export function stepFrom(
  items: readonly { id: string }[],
  id: string,
  direction: 'up' | 'down',
): Position | undefined {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) return undefined;
  if (direction === 'down') return items[index + 1]?.id;
  return index === 0 ? undefined : (items[index - 2]?.id ?? null);
}

/** Returns the items with one of them after another, or first. */
export function placeAfter<Item extends { id: string }>(
  items: readonly Item[],
  item: Item,
  after: Position,
): Item[] {
  const others = items.filter(({ id }) => id !== item.id);
  const index = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1;
  return [...others.slice(0, index), item, ...others.slice(index)];
}

/** Puts the pages into the order of the course: those without a folder, then those of each folder. */
function sortPages({ folders, pages }: CourseTree): CoursePageSummary[] {
  const byFolder = Map.groupBy(pages, ({ folder_id }) => folder_id);
  return [null, ...folders.map(({ id }) => id)].flatMap((folder) => byFolder.get(folder) ?? []);
}

/** Where a page is, or is placed: without `after`, it becomes the last one of its folder. */
export interface PagePlace {
  folderId: string | null;
  after?: Position | undefined;
}

/** Returns where a page is. */
export function placeOf(
  tree: CourseTree,
  { id, folder_id }: CoursePageSummary,
): PagePlace & { after: Position } {
  const there = pagesIn(tree, folder_id);
  const index = there.findIndex((page) => page.id === id);
  return { folderId: folder_id, after: there[index - 1]?.id ?? null };
}

/** Moves a page into a folder or out of folders; without `after`, it becomes the last one there. */
export function movePage(
  tree: CourseTree,
  pageId: string,
  folderId: string | null,
  after?: Position,
): CourseTree {
  const page = tree.pages.find(({ id }) => id === pageId);
  if (!page) return tree;
  const there = pagesIn(tree, folderId).filter(({ id }) => id !== pageId);
  const last = there.at(-1)?.id ?? null;
  const placed = placeAfter(there, { ...page, folder_id: folderId }, after === undefined ? last : after);
  const others = tree.pages.filter(({ id, folder_id }) => id !== pageId && folder_id !== folderId);
  return { ...tree, pages: sortPages({ ...tree, pages: [...others, ...placed] }) };
}

/**
 * Returns where a page goes one step up or down: within its folder, then to the end or the beginning of the next one, or out of
 * folders. Undefined if it's the first or the last one of the course.
 */
export function stepOfPage(
  tree: CourseTree,
  page: CoursePageSummary,
  direction: 'up' | 'down',
): PagePlace | undefined {
  const after = stepFrom(pagesIn(tree, page.folder_id), page.id, direction);
  if (after !== undefined) return { folderId: page.folder_id, after };
  const places = [null, ...tree.folders.map(({ id }) => id)];
  const folderId = places[places.indexOf(page.folder_id) + (direction === 'up' ? -1 : 1)];
  if (folderId === undefined) return undefined;
  return direction === 'up' ? { folderId } : { folderId, after: null };
}

export function moveFolder(tree: CourseTree, folderId: string, after: Position): CourseTree {
  const folder = tree.folders.find(({ id }) => id === folderId);
  if (!folder) return tree;
  const folders = placeAfter(tree.folders, folder, after);
  return { ...tree, folders, pages: sortPages({ ...tree, folders }) };
}

/** Puts a page into the tree as it was saved; a new one becomes the last of its folder, or of those without one. */
export function putPage(tree: CourseTree, saved: CoursePageSummary): CourseTree {
  const {
    id,
    folder_id,
    title,
    is_published,
    estimated_duration,
    revision,
    has_quiz,
    completed_at,
    lock,
    access,
  } = saved;
  const page = {
    id,
    folder_id,
    title,
    is_published,
    estimated_duration,
    revision,
    has_quiz,
    completed_at,
    lock,
    access,
  };
  if (tree.pages.some((other) => other.id === id))
    return changePage(tree, id, { title, is_published, estimated_duration, revision, has_quiz });
  return { ...tree, pages: sortPages({ ...tree, pages: [...tree.pages, page] }) };
}

export const changePage = (
  tree: CourseTree,
  pageId: string,
  changes: Partial<CoursePageSummary>,
): CourseTree => ({
  ...tree,
  pages: tree.pages.map((page) => (page.id === pageId ? { ...page, ...changes } : page)),
});

export const removePage = (tree: CourseTree, pageId: string): CourseTree => ({
  ...tree,
  pages: tree.pages.filter(({ id }) => id !== pageId),
});

/** Removes a folder with its pages. */
export const removeFolder = (tree: CourseTree, folderId: string): CourseTree => ({
  ...tree,
  folders: tree.folders.filter(({ id }) => id !== folderId),
  pages: tree.pages.filter(({ folder_id }) => folder_id !== folderId),
});
