import type { MemberAccess } from '#contract/features/access/member-access.ts';
import type { ItemLock } from '#contract/features/courses/course-access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { listMemberAccess, previewLocks, type RuledItem } from '../../access/index.ts';
import type { CourseRow } from '../courses.queries.ts';
import { loadTree } from '../tree/load-tree.ts';
import { type CourseItem, findItemChain, type ItemChain, listCompletions } from './course-items.queries.ts';

interface ChainItem extends RuledItem {
  kind: CourseItem['kind'];
}

const itemsOf = ({ course, folder, page }: ItemChain): ChainItem[] => [
  { kind: 'course', ...course },
  ...(folder ? [{ kind: 'folder' as const, ...folder }] : []),
  ...(page ? [{ kind: 'page' as const, ...page }] : []),
];

/** Returns a page of the members with whether they can open an item. @throws AppError the code of an item that isn't found */
export async function readAccess(
  db: Database,
  { id, space_id }: CourseRow,
  item: CourseItem,
  cursor: string | undefined,
): Promise<{ members: MemberAccess[]; next_cursor: string | null }> {
  const chain = await findItemChain(db, id, item);
  if (!chain) throw new AppError(`${item.kind}_not_found`);
  // What they have done stays open to them, and they could open it at the latest then.
  const listAlwaysOpen = (userIds: string[]) => listCompletions(db, item.id, userIds);
  return await listMemberAccess(db, { space_id, items: itemsOf(chain), cursor, listAlwaysOpen });
}

/** Returns the locks of a course, its published folders and its published pages for a member about whom this is supposed. */
export async function previewAccess(
  db: Database,
  course: CourseRow,
  supposed: Parameters<typeof previewLocks>[3],
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
  const locks = await previewLocks(db, course.space_id, items, supposed);
  return items.map(({ kind, id }) => ({ item: { kind, id }, lock: locks.get(id) ?? null }));
}
