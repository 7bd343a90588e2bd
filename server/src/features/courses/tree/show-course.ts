import type { CourseContents } from '#contract/features/courses/course-tree.ts';
import type { Course } from '#contract/features/courses/courses.ts';
import { wholeContentsUpTo } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { listLocks } from '../../access/index.ts';
import { findUncountedCourse } from '../courses.queries.ts';
import { type Locks, toCourse } from '../courses.view.ts';
import { toCourseViewer } from '../visible-pages.queries.ts';
import { loadCompletions } from './load-completions.ts';
import { type LoadedTree, loadTree } from './load-tree.ts';
import { type CompletionRow, toCompletionTime } from './tree.queries.ts';
import { toPart } from './tree.view.ts';

/** How many pages a part of a large course has. */
const partSize = 64;

interface ShownCourse {
  /** The id, short id or slug of the course. */
  course: string;
  /** Of a large course, the pages to show, as in the contract; all of them without it. */
  around?: string | undefined;
}

/** When the viewer has done pages that they see, by their number. */
type Done = ReadonlyMap<number, string>;

/** What completions say about a tree, while both are in memory. Thousands take a millisecond. */
const doneMemory = new WeakMap<LoadedTree['numbers'], WeakMap<readonly CompletionRow[], Done>>();

function toDone(completions: readonly CompletionRow[], { numbers }: LoadedTree): Done {
  const ofTree = doneMemory.get(numbers) ?? new WeakMap<readonly CompletionRow[], Done>();
  doneMemory.set(numbers, ofTree);
  const known = ofTree.get(completions);
  if (known) return known;
  const done = new Map<number, string>();
  for (const { page_id, time } of completions) {
    const number = numbers.get(page_id);
    if (number !== undefined) done.set(number, time);
  }
  ofTree.set(completions, done);
  return done;
}

/** Returns the number of the page that a course opens with, as `chooseFirstPage` of the web does. */
function firstToRead({ pages }: LoadedTree, done: Done, locks: Locks): number {
  let next: number | null = null;
  for (const [number, { page, folder_id }] of pages.entries()) {
    if (done.has(number)) continue;
    if (!locks.has(page.id) && !(folder_id !== null && locks.has(folder_id))) return number;
    next ??= number;
  }
  return next ?? 0;
}

/** Returns the pages to show, as the first number and the one after the last. */
function chooseRange(
  loaded: LoadedTree,
  around: string | undefined,
  done: Done,
  locks: Locks,
): [number, number] {
  const count = loaded.pages.length;
  if (around === undefined || count + loaded.tree.folders.length <= wholeContentsUpTo) return [0, count];
  const center = around === 'start' ? 0 : (loaded.numbers.get(around) ?? firstToRead(loaded, done, locks));
  const from = Math.max(0, Math.min(center - partSize / 2, count - partSize));
  return [from, Math.min(count, from + partSize)];
}

/**
 * Returns a course of a space with its folders and pages, or some of its pages, as the viewer sees them.
 * @throws AppError `course_not_found`
 */
export async function showCourse(
  db: Db,
  viewer: Viewer | null,
  scope: Pick<SpaceContext, 'space_id' | 'role' | 'permissions'>,
  { course: reference, around }: ShownCourse,
): Promise<{ course: Course } & CourseContents> {
  const reader = toCourseViewer(viewer, scope);
  const row = await findUncountedCourse(db, reader, scope.space_id, reference);
  if (!row) throw new AppError('course_not_found');
  const { can_edit } = row;
  const [loaded, completions] = await Promise.all([
    loadTree(db, row, can_edit),
    loadCompletions(db, row, reader.member_id),
  ]);
  const { tree, pages, numbers, ruled } = loaded;
  const done = toDone(completions, loaded);
  const user = { space_id: scope.space_id, user_id: reader.member_id };
  const locks = await listLocks(db, user, can_edit ? [] : [row, ...ruled]);
  const course = toCourse({ ...row, page_count: pages.length, completed_count: done.size }, reader, locks);
  locks.delete(row.id);
  const [from, to] = chooseRange(loaded, around, done, locks);
  const isWhole = to - from === pages.length;
  const shownCompletions: Record<string, string> = {};
  for (const [index, { page }] of pages.slice(from, to).entries()) {
    const time = done.get(from + index);
    if (time !== undefined) shownCompletions[page.id] = toCompletionTime(time);
  }
  const isShown = (number = from) => number >= from && number < to;
  return {
    course,
    tree: isWhole ? tree : toPart(tree, from, to),
    completions: shownCompletions,
    locks: Object.fromEntries([...locks].filter(([id]) => isWhole || isShown(numbers.get(id)))),
  };
}
