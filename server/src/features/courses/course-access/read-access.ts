import type { AccessItem, Lock } from '#contract/features/access/access.ts';
import type { ItemLock, MemberAccess } from '#contract/features/courses/course-access.ts';
import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import {
  type AccessFacts,
  listPrerequisiteTitles,
  type RuledItem,
  readMemberAccess,
  toLocks,
} from '../../access/index.ts';
import type { CourseRow } from '../courses.queries.ts';
import { loadTree } from '../tree/load-tree.ts';
import { findItemChain, type ItemChain, listCompletions, listPeople } from './course-items.queries.ts';

const pageSize = 50;
const dayMs = 24 * 60 * 60 * 1000;

interface ChainItem extends RuledItem {
  kind: AccessItem['kind'];
}

const itemsOf = ({ course, folder, page }: ItemChain): ChainItem[] => [
  { kind: 'course', ...course },
  ...(folder ? [{ kind: 'folder' as const, ...folder }] : []),
  ...(page ? [{ kind: 'page' as const, ...page }] : []),
];

/** The latest of the times; null if one isn't known. */
const latestIfKnown = (times: (string | null)[]): string | null =>
  times.includes(null) ? null : (times.toSorted().at(-1) ?? null);

/** Returns a page of the members with whether they can open an item. @throws AppError the code of an item that isn't found */
export async function readAccess(
  db: Database,
  course: CourseRow,
  item: AccessItem,
  cursor: string | undefined,
): Promise<{ members: MemberAccess[]; next_cursor: string | null }> {
  const after = decodeCursor('course-access', cursor, isTimestamp);
  const chain = await findItemChain(db, course.id, item);
  if (!chain) throw new AppError(`${item.kind}_not_found`);
  const items = itemsOf(chain);
  const rows = await readMemberAccess(db, course.space_id, items, { after, limit: pageSize + 1 });
  const { page, next_cursor } = toPage(rows, pageSize, ({ joined_at, user_id }) =>
    encodeCursor('course-access', { at: joined_at, id: user_id }),
  );
  const ids = page.map(({ user_id }) => user_id);
  const [people, completions, titles] = await Promise.all([
    listPeople(db, ids),
    listCompletions(db, item.id, ids),
    listPrerequisiteTitles(db, course.space_id, items),
  ]);
  const members = page.flatMap(({ user_id, joined_at, facts, states }): MemberAccess[] => {
    const person = people.get(user_id);
    if (!person) return [];
    const locked = states.filter(({ is_open }) => !is_open);
    const locks = toLocks(items, facts, titles);
    const locked_by = items.flatMap(({ kind, id }) => {
      const lock = locks.get(id);
      return lock ? [{ item: { kind, id }, lock }] : [];
    });
    const done_at = completions.get(user_id);
    const is_open = locked.length === 0 || done_at !== undefined;
    const at = latestIfKnown((locked.length > 0 ? locked : states).map((state) => state.at));
    return [
      {
        person,
        level: facts.level,
        joined_at,
        is_open,
        // What they have done, they could open at the latest then.
        at: locked.length > 0 && done_at !== undefined ? done_at : at,
        granted_at: facts.granted.get(item.id) ?? null,
        locked_by: is_open ? [] : locked_by,
      },
    ];
  });
  return { members, next_cursor };
}

interface Supposed {
  level: number;
  days: number;
  is_paying: boolean;
  is_granted: boolean;
  has_completed: boolean;
}

/** Returns the locks of a course, its published folders and its published pages for a member about whom this is supposed. */
export async function previewAccess(
  db: Database,
  course: CourseRow,
  supposed: Supposed,
): Promise<ItemLock[]> {
  const { tree, ruled } = await loadTree(db, course, false);
  const rules = new Map(ruled.map(({ id, access }) => [id, access]));
  const toItem = (kind: ChainItem['kind'], { id }: { id: string }) => ({
    kind,
    id,
    access: rules.get(id) ?? null,
  });
  const items: ChainItem[] = [
    { kind: 'course', id: course.id, access: course.access },
    ...tree.folders.map((folder) => toItem('folder', folder)),
    ...[tree, ...tree.folders].flatMap(({ pages }) => pages.map((page) => toItem('page', page))),
  ];
  const now = nowIso();
  const targets = items.flatMap(({ access }) =>
    (access?.rules ?? []).flatMap((rule) => (rule.kind === 'prerequisite' ? [rule.target.id] : [])),
  );
  const facts: AccessFacts = {
    joined_at: new Date(nowMs() - supposed.days * dayMs).toISOString(),
    level: supposed.level,
    is_paid: supposed.is_paying,
    has_trial: false,
    completed: new Map(supposed.has_completed ? targets.map((id) => [id, now]) : []),
    granted: new Map(supposed.is_granted ? items.map(({ id }) => [id, now]) : []),
  };
  const titles = await listPrerequisiteTitles(db, course.space_id, items);
  const locks: Map<string, Lock> = toLocks(items, facts, titles);
  return items.map(({ kind, id }) => ({ item: { kind, id }, lock: locks.get(id) ?? null }));
}
