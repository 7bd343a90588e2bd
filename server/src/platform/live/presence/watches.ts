import { setTimeout as delay } from 'node:timers/promises';
import { type PresenceChange, type WatchRequest, watchRequest } from '#contract/live.ts';
import { maxOnlineCount } from '#contract/values/limits.ts';
import type { Viewer } from '../../access.ts';
import { createFairQueue, type FairQueue } from '../../limits/fair-queue.ts';
import type { Logger } from '../../log.ts';
import { reportUnavailable } from '../../unavailable.ts';
import type { LiveLimits } from '../live-limits.ts';
import type { LiveSocket } from '../live-socket.ts';
import type { OnlineChange, OnlineUsers } from './online-users.ts';

/** Returns those of these users whose presence a viewer may see: in a space, or anywhere for null. */
export type ListWatchable = (
  viewer: Viewer,
  spaceId: string | null,
  userIds: readonly string[],
) => Promise<string[]>;

/** Returns whom a viewer doesn't count among those who are online, as if they weren't there. */
export type ListUncounted = (viewer: Viewer) => Promise<string[]>;

interface WatchOptions {
  users: OnlineUsers;
  listWatchable: ListWatchable;
  listUncounted: ListUncounted;
  /** Returns whether a viewer may read a space, and so learn how many of its members are online. */
  canRead: (viewer: Viewer | null, spaceId: string) => Promise<boolean>;
  limits: LiveLimits;
  queue: FairQueue;
  log: Logger;
  /** For how long after the start nobody is reported as offline to pages that were open before, in milliseconds. */
  settleTime?: number;
  /** Waits some milliseconds before a check is repeated. */
  wait?: (ms: number) => Promise<unknown>;
}

/** What one connection watches in a space, or anywhere. */
interface Watch {
  socket: LiveSocket;
  request: WatchRequest;
  /** Those of the users whose presence the viewer may see. */
  allowed: ReadonlySet<string>;
  /** Those whom the viewer has been told are online. */
  shown: Set<string>;
  /** The number of its last check: what an earlier one finds isn't valid anymore. */
  check: number;
  /** A check waits for its turn: what changes until then is included. */
  isCheckWaiting: boolean;
  /** Whether the viewer may know how many are online, and wants to. */
  counts: boolean;
  /** Those whom the viewer doesn't count: a block is between the two. */
  uncounted: ReadonlySet<string>;
  /** The number that was sent last; null before the first. */
  count: number | null;
  /** Whether the state that was sent left out who is offline. */
  isPartial: boolean;
}

/** Sends connections who of the users that they show comes and goes. */
export interface Watches {
  /** Handles the requests of a socket. */
  serve(socket: LiveSocket): void;
  /** Checks again whose presence these users may see, and who may see theirs. */
  recheck(userIds: readonly string[]): void;
  /** Checks again who may know how many are online in a space. */
  recheckSpace(spaceId: string): void;
}

/**
 * The process has forgotten who was online when it was stopped, and their browsers come back one after the other. Meanwhile, pages
 * that were open before keep what they show.
 */
const defaultSettleTime = 10_000;
/** In how many spaces a connection watches users. */
const maxSpaces = 5;
/** How many checks are repeated at once, by statements of one connection: one change may concern everyone who is connected. */
const maxRepeated = 1;
/** After how long a check that failed is repeated: at first, doubled each time, and at most, in milliseconds. */
const repeatAfter = { first: 500, most: 30_000 };

/** Watches by what they are about, and connections by their viewers, so that a change finds those concerned. */
function createIndex<K, V>() {
  const index = new Map<K, Set<V>>();
  return {
    get: (key: K): Iterable<V> => index.get(key) ?? [],
    add: (key: K, value: V): void => void index.set(key, (index.get(key) ?? new Set()).add(value)),
    delete(key: K, value: V): void {
      const values = index.get(key);
      values?.delete(value);
      if (values?.size === 0) index.delete(key);
    },
  };
}

/** What every connection watches. */
function createRegistry() {
  const bySocket = new Map<LiveSocket, Map<string | null, Watch>>();
  const byUser = createIndex<string, Watch>();
  const bySpace = createIndex<string | null, Watch>();
  const socketsOf = createIndex<string | undefined, LiveSocket>();
  const remove = (watch: Watch): void => {
    const { socket, request } = watch;
    for (const userId of request.user_ids) byUser.delete(userId, watch);
    bySpace.delete(request.space_id, watch);
    bySocket.get(socket)?.delete(request.space_id);
  };
  return {
    bySocket,
    byUser,
    bySpace,
    remove,
    /** Adds a watch instead of the oldest one, if there are too many. */
    add(watch: Watch): void {
      const { socket, request } = watch;
      const watches = bySocket.get(socket);
      if (!watches) return;
      if (watches.size >= maxSpaces) for (const oldest of [...watches.values()].slice(0, 1)) remove(oldest);
      for (const userId of request.user_ids) byUser.add(userId, watch);
      if (request.count) bySpace.add(request.space_id, watch);
      watches.set(request.space_id, watch);
    },
    list: () => [...bySocket.values()].flatMap((watches) => [...watches.values()]),
    isCurrent: (watch: Watch) => bySocket.get(watch.socket)?.get(watch.request.space_id) === watch,
    open(socket: LiveSocket): void {
      bySocket.set(socket, new Map());
      socketsOf.add(socket.data.viewer?.user_id, socket);
    },
    close(socket: LiveSocket): void {
      socketsOf.delete(socket.data.viewer?.user_id, socket);
      for (const watch of [...(bySocket.get(socket)?.values() ?? [])]) remove(watch);
      bySocket.delete(socket);
    },
    /** Returns the watches of these users, and those that they are watched by. */
    concerning(userIds: readonly string[]): Set<Watch> {
      const own = userIds.flatMap((userId) => [...socketsOf.get(userId)]);
      return new Set([
        ...userIds.flatMap((userId) => [...byUser.get(userId)]),
        ...own.flatMap((socket) => [...(bySocket.get(socket)?.values() ?? [])]),
      ]);
    },
  };
}
type Registry = ReturnType<typeof createRegistry>;

/** Reads the state of watches from who is online. Leaves out who is offline, and numbers, while `isSettling` a connection. */
function createStates(users: OnlineUsers, isSettling: (socket: LiveSocket) => boolean) {
  /**
   * Returns the number of a watch if it isn't the one that was sent last. A viewer counts even if they appear offline, and before
   * they have been here for a moment.
   */
  const newCount = (watch: Watch): { online_count?: number } => {
    const { data } = watch.socket;
    const { space_id } = watch.request;
    if (!watch.counts || space_id === null || isSettling(watch.socket)) return {};
    const { viewer } = data;
    const isUncounted = viewer && data.memberships.has(space_id) && !users.isOnline(viewer.user_id, space_id);
    let count = users.countOnline(space_id) + (isUncounted ? 1 : 0);
    for (const userId of watch.uncounted) if (users.isOnline(userId, space_id)) count -= 1;
    const online_count = Math.min(count, maxOnlineCount);
    if (online_count === watch.count) return {};
    watch.count = online_count;
    return { online_count };
  };
  const listOnline = ({ request, allowed }: Watch): string[] =>
    request.user_ids.filter((userId) => allowed.has(userId) && users.isOnline(userId, request.space_id));
  return {
    newCount,
    /** Returns everything. Whoever may not be seen is offline like others, so that a block doesn't show. */
    stateOf(watch: Watch): PresenceChange {
      const { space_id, user_ids } = watch.request;
      const online = listOnline(watch);
      watch.shown = new Set(online);
      watch.isPartial = isSettling(watch.socket);
      if (watch.isPartial) return { space_id, online, offline: [] };
      return {
        space_id,
        online,
        offline: user_ids.filter((userId) => !watch.shown.has(userId)),
        ...newCount(watch),
      };
    },
    /** Returns what has changed since the viewer was told; null if nothing has. */
    changeOf(watch: Watch): PresenceChange | null {
      const before = watch.shown;
      const online = listOnline(watch);
      watch.shown = new Set(online);
      const change = {
        space_id: watch.request.space_id,
        online: online.filter((userId) => !before.has(userId)),
        offline: [...before].filter((userId) => !watch.shown.has(userId)),
        ...newCount(watch),
      };
      const isEmpty = change.online.length + change.offline.length === 0 && change.online_count === undefined;
      return isEmpty ? null : change;
    },
  };
}
type States = ReturnType<typeof createStates>;

/** Sends changes to the connections that watch those whom they are about: one message to each watch. */
function sendChanges(
  changes: readonly OnlineChange[],
  { byUser, bySpace }: Registry,
  { newCount }: States,
): void {
  const messages = new Map<Watch, PresenceChange>();
  const messageOf = (to: Watch): PresenceChange => {
    const found = messages.get(to) ?? { space_id: to.request.space_id, online: [], offline: [] };
    messages.set(to, found);
    return found;
  };
  for (const { user_id, space_id, is_online } of changes) {
    for (const to of byUser.get(user_id)) {
      if (to.request.space_id !== space_id || !to.allowed.has(user_id)) continue;
      if (to.shown.has(user_id) === is_online) continue;
      if (is_online) to.shown.add(user_id);
      else to.shown.delete(user_id);
      messageOf(to)[is_online ? 'online' : 'offline'].push(user_id);
    }
  }
  for (const spaceId of new Set(changes.map(({ space_id }) => space_id))) {
    for (const to of bySpace.get(spaceId)) {
      const count = newCount(to);
      if (count.online_count !== undefined) Object.assign(messageOf(to), count);
    }
  }
  for (const [{ socket }, message] of messages) socket.emit('presence', message);
}

/** What a check finds. */
type Found = Pick<Watch, 'allowed' | 'counts' | 'uncounted'>;

/** Returns the functions that find out what a viewer may see. */
function createAuthorization(
  {
    listWatchable,
    listUncounted,
    canRead,
    queue,
    wait: pause = (ms) => delay(ms, null, { ref: false }),
  }: WatchOptions,
  registry: Registry,
  report: (error: unknown) => void,
) {
  // Of their own, so that requests don't wait for the checks that someone else's change repeats.
  const repeats = createFairQueue(maxRepeated);
  /** Authorizes what is requested of a watch when its turn comes; null if it has ended by then. */
  const authorize = async (
    watch: Watch,
    { space_id, user_ids, count }: WatchRequest,
    turns: FairQueue = queue,
    onTurn: () => void = () => {},
  ): Promise<Found | null> => {
    const { data, id } = watch.socket;
    const { viewer, source } = data;
    return await turns.run(source.userId ?? source.network, id, async () => {
      if (!registry.isCurrent(watch)) return null;
      onTurn();
      const counts = count && space_id !== null && (await canRead(viewer, space_id));
      return {
        allowed: new Set(
          viewer && user_ids.length > 0 ? await listWatchable(viewer, space_id, user_ids) : [],
        ),
        counts,
        uncounted: new Set(viewer && counts ? await listUncounted(viewer) : []),
      };
    });
  };
  /** Authorizes a watch again and again until that works; null once it has ended, or is checked by a later one. */
  const authorizeSurely = async (watch: Watch): Promise<Found | null> => {
    let check = watch.check;
    const onTurn = () => {
      watch.isCheckWaiting = false;
      check = watch.check;
    };
    const isLast = () => registry.isCurrent(watch) && watch.check === check;
    let wait = repeatAfter.first;
    do {
      try {
        const found = await authorize(watch, watch.request, repeats, onTurn);
        return isLast() ? found : null;
      } catch (error) {
        report(error);
        await pause(wait);
        wait = Math.min(wait * 2, repeatAfter.most);
      }
    } while (isLast());
    return null;
  };
  return { authorize, authorizeSurely };
}

/** Returns the functions that begin a watch, and check one again. */
function createChecks(
  options: WatchOptions,
  registry: Registry,
  { stateOf, changeOf }: States,
  report: (error: unknown) => void,
) {
  const { authorize, authorizeSurely } = createAuthorization(options, registry, report);
  return {
    /** Replaces what a socket watches in a space. Returns the state of that; null if the socket has asked for something else since. */
    async begin(socket: LiveSocket, request: WatchRequest): Promise<PresenceChange | null> {
      const before = registry.bySocket.get(socket)?.get(request.space_id);
      // Those who were checked before stay visible while the others are checked.
      const known = request.user_ids.filter((userId) => before?.allowed.has(userId));
      const counts = request.count && before?.counts === true;
      const next: Watch = {
        socket,
        request,
        allowed: new Set(known),
        shown: new Set(),
        check: 0,
        isCheckWaiting: false,
        counts,
        uncounted: counts ? before.uncounted : new Set(),
        count: null,
        isPartial: false,
      };
      if (before) registry.remove(before);
      if (!request.count && request.user_ids.length === 0) return stateOf(next);
      registry.add(next);
      const unknown = request.user_ids.filter((userId) => !next.allowed.has(userId));
      if (unknown.length > 0 || request.count !== counts) {
        const found = await authorize(next, {
          ...request,
          user_ids: unknown,
          count: request.count && !counts,
        });
        if (!found || !registry.isCurrent(next)) return null;
        // A check that began meanwhile says who is online itself.
        if (next.check === 0) {
          next.allowed = new Set([...next.allowed, ...found.allowed]);
          if (!counts) Object.assign(next, { counts: found.counts, uncounted: found.uncounted });
        }
      }
      return stateOf(next);
    },
    async repeat(watch: Watch): Promise<void> {
      watch.check += 1;
      // Nothing is said about anyone until the check has worked.
      watch.allowed = new Set();
      watch.counts = false;
      if (watch.isCheckWaiting) return;
      watch.isCheckWaiting = true;
      const found = await authorizeSurely(watch);
      if (!found) return;
      Object.assign(watch, found);
      // Only what has changed: that something was checked again would tell who blocked whom, or joined what.
      const change = changeOf(watch);
      if (change) watch.socket.emit('presence', change);
    },
  };
}

export function createWatches(options: WatchOptions): Watches {
  const { users, limits, log } = options;
  const registry = createRegistry();
  let hasSettled = false;
  const states = createStates(users, ({ data }) => data.is_return && !hasSettled);
  setTimeout(() => {
    hasSettled = true;
    for (const watch of registry.list())
      if (watch.isPartial) watch.socket.emit('presence', states.stateOf(watch));
  }, options.settleTime ?? defaultSettleTime).unref();
  const report = (error: unknown): void => {
    if (!reportUnavailable(log, error)) log.error({ err: error }, 'users could not be watched');
  };
  const checks = createChecks(options, registry, states, report);
  users.onChange((changes) => sendChanges(changes, registry, states));

  return {
    serve(socket) {
      registry.open(socket);
      socket.once('disconnect', () => registry.close(socket));
      socket.on('watch', (request, response) => {
        if (typeof response !== 'function') return;
        const parsed = watchRequest.safeParse(request);
        if (!parsed.success || limits.take('watch', socket.id, socket.data.source) > 0) return response(null);
        const { viewer } = socket.data;
        const user_ids = [...new Set(parsed.data.user_ids)].filter((userId) => userId !== viewer?.user_id);
        checks.begin(socket, { ...parsed.data, user_ids }).then(response, (error: unknown) => {
          report(error);
          response(null);
        });
      });
    },
    recheck(userIds) {
      for (const watch of registry.concerning(userIds)) checks.repeat(watch).catch(report);
    },
    recheckSpace(spaceId) {
      for (const watch of registry.bySpace.get(spaceId)) checks.repeat(watch).catch(report);
    },
  };
}
