/** Users who are online, with the spaces of which they have a page open as members. */
export type UserPresence = ReadonlyMap<string, ReadonlySet<string>>;

/** Someone came to a space or left it; null is any page. */
export interface OnlineChange {
  user_id: string;
  space_id: string | null;
  is_online: boolean;
}

/** Who is online on any process, as far as this one knows. */
export interface OnlineUsers {
  /** Returns whether a user has a page of a space open; null is any page. */
  isOnline(userId: string, spaceId: string | null): boolean;
  /** Returns the members who are online in a space, those who came last first, at most `limit`. */
  listOnline(spaceId: string, limit: number): string[];
  countOnline(spaceId: string): number;
  /** Replaces who is online on one process. */
  replace(process: string, users: UserPresence): void;
  /** Changes where users are online on one process; null is nowhere. */
  update(process: string, changes: ReadonlyMap<string, ReadonlySet<string> | null>): void;
  /** Calls `listener` with each change of the total, until the returned function is called. */
  onChange(listener: (changes: readonly OnlineChange[]) => void): () => void;
}

const nowhere: ReadonlySet<string> = new Set();

export function createOnlineUsers(): OnlineUsers {
  const processes = new Map<string, Map<string, ReadonlySet<string>>>();
  /** On how many processes each user is online, by space; null is any page. Those who came last are at the end. */
  const spaces = new Map<string | null, Map<string, number>>();
  const listeners = new Set<(changes: readonly OnlineChange[]) => void>();

  const count = (spaceId: string | null, userId: string, by: 1 | -1): OnlineChange[] => {
    const users = spaces.get(spaceId) ?? new Map<string, number>();
    const before = users.get(userId) ?? 0;
    const after = before + by;
    if (after > 0) users.set(userId, after);
    else users.delete(userId);
    if (users.size > 0) spaces.set(spaceId, users);
    else spaces.delete(spaceId);
    const hasChanged = before === 0 || after === 0;
    return hasChanged ? [{ user_id: userId, space_id: spaceId, is_online: after > 0 }] : [];
  };
  const set = (process: string, userId: string, next: ReadonlySet<string> | null): OnlineChange[] => {
    const users = processes.get(process) ?? new Map<string, ReadonlySet<string>>();
    const before = users.get(userId) ?? null;
    if (next) users.set(userId, next);
    else users.delete(userId);
    if (users.size > 0) processes.set(process, users);
    else processes.delete(process);
    const [left, right] = [before ?? nowhere, next ?? nowhere];
    return [
      ...(before === null && next ? count(null, userId, 1) : []),
      ...[...right].filter((space) => !left.has(space)).flatMap((space) => count(space, userId, 1)),
      ...[...left].filter((space) => !right.has(space)).flatMap((space) => count(space, userId, -1)),
      ...(before && next === null ? count(null, userId, -1) : []),
    ];
  };
  const update: OnlineUsers['update'] = (process, changes) => {
    const changed = [...changes].flatMap(([userId, next]) => set(process, userId, next));
    if (changed.length === 0) return;
    for (const listener of listeners) listener(changed);
  };

  return {
    isOnline: (userId, spaceId) => spaces.get(spaceId)?.has(userId) ?? false,
    listOnline: (spaceId, limit) => [...(spaces.get(spaceId)?.keys() ?? [])].slice(-limit).toReversed(),
    countOnline: (spaceId) => spaces.get(spaceId)?.size ?? 0,
    update,
    replace(process, users) {
      const gone = [...(processes.get(process)?.keys() ?? [])].filter((userId) => !users.has(userId));
      update(process, new Map([...gone.map((userId) => [userId, null] as const), ...users]));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns what changed between two states of one process; null is someone who left. */
export function changesOf(
  before: UserPresence,
  after: UserPresence,
): ReadonlyMap<string, ReadonlySet<string> | null> {
  const changes = new Map<string, ReadonlySet<string> | null>();
  for (const [userId, next] of after) {
    const previous = before.get(userId);
    if (!previous || previous.size !== next.size || [...next].some((space) => !previous.has(space)))
      changes.set(userId, next);
  }
  for (const userId of before.keys()) if (!after.has(userId)) changes.set(userId, null);
  return changes;
}
