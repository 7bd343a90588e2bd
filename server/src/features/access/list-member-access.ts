import type { AccessItem } from '#contract/features/access/access.ts';
import type { MemberAccess } from '#contract/features/access/member-access.ts';
import type { Database } from '#server/platform/db/database.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import { listPeople } from './access.queries.ts';
import { listPrerequisiteTitles, type RuledItem, toLocks } from './list-locks.ts';
import { readMemberAccess } from './read-member-access.ts';

const pageSize = 50;

/** An item, or what it is part of. */
export interface ChainItem extends RuledItem {
  kind: AccessItem['kind'];
}

interface MemberAccessInput {
  space_id: string;
  /** The item, last, and what it is part of. */
  items: readonly ChainItem[];
  cursor: string | undefined;
  /** Returns the users among these to whom it is open whatever the rules say, and since when. */
  listAlwaysOpen: (userIds: string[]) => Promise<ReadonlyMap<string, string>>;
}

/** The latest of the times; null if one isn't known. */
const latestIfKnown = (times: (string | null)[]): string | null =>
  times.includes(null) ? null : (times.toSorted().at(-1) ?? null);

/** Returns a page of the members with whether they can open an item, the newest member first. */
export async function listMemberAccess(
  db: Database,
  { space_id, items, cursor, listAlwaysOpen }: MemberAccessInput,
): Promise<{ members: MemberAccess[]; next_cursor: string | null }> {
  const after = decodeCursor('access', cursor, isTimestamp);
  const rows = await readMemberAccess(db, space_id, items, { after, limit: pageSize + 1 });
  const { page, next_cursor } = toPage(rows, pageSize, ({ joined_at, user_id }) =>
    encodeCursor('access', { at: joined_at, id: user_id }),
  );
  const ids = page.map(({ user_id }) => user_id);
  const [people, alwaysOpen, titles] = await Promise.all([
    listPeople(db, ids),
    listAlwaysOpen(ids),
    listPrerequisiteTitles(db, space_id, items),
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
    const openSince = alwaysOpen.get(user_id);
    const is_open = locked.length === 0 || openSince !== undefined;
    const at = latestIfKnown((locked.length > 0 ? locked : states).map((state) => state.at));
    return [
      {
        person,
        level: facts.level,
        joined_at,
        is_open,
        at: locked.length > 0 && openSince !== undefined ? openSince : at,
        granted_at: facts.granted.get(items.at(-1)?.id ?? '') ?? null,
        locked_by: is_open ? [] : locked_by,
      },
    ];
  });
  return { members, next_cursor };
}
