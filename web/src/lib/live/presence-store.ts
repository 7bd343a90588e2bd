import type { PresenceChange } from '#contract/live.ts';
import { maxWatched } from '#contract/values/limits.ts';
import type { LiveClient } from './live-client.ts';

/** What the live connection says of a user. */
export interface KnownPresence {
  is_online: boolean;
  /** When that was received first, in milliseconds since 1970. */
  since: number;
  /** Whether it was something else before. */
  hasChanged: boolean;
}

/** What is watched in a space, or anywhere. */
interface Scope {
  /** How many components show each user. */
  users: Map<string, number>;
  /** How many components show how many are online. */
  counts: number;
  known: Map<string, KnownPresence>;
  online_count: number | undefined;
  sending: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds in which users who appear on screen are collected, and until the next try if the server rejects them. */
export const collectTime = 150;
const retryAfter = 5_000;

/** Who of the users on screen is online. Knows nothing of others. */
export class PresenceStore {
  #live: LiveClient;
  #scopes = new Map<string | null, Scope>();
  #listeners = new Set<() => void>();

  constructor(live: LiveClient) {
    this.#live = live;
    live.onPresence((change) => this.#apply(change));
    live.onState(() => {
      if (live.state !== 'connected') return;
      for (const spaceId of this.#scopes.keys()) this.#schedule(spaceId);
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns what is known of a user; undefined before the server has said it, and if the viewer may not see it. */
  read(spaceId: string | null, userId: string): KnownPresence | undefined {
    return this.#scopes.get(spaceId)?.known.get(userId);
  }

  readCount(spaceId: string): number | undefined {
    return this.#scopes.get(spaceId)?.online_count;
  }

  /** Watches a user until the returned function is called. */
  watch(spaceId: string | null, userId: string): () => void {
    const scope = this.#scopeOf(spaceId);
    const change = (by: 1 | -1) => {
      const count = (scope.users.get(userId) ?? 0) + by;
      if (count > 0) scope.users.set(userId, count);
      else {
        scope.users.delete(userId);
        scope.known.delete(userId);
      }
      if (by === 1 ? count === 1 : count === 0) this.#schedule(spaceId);
    };
    change(1);
    return () => change(-1);
  }

  /** Watches how many members of a space are online, until the returned function is called. */
  watchCount(spaceId: string): () => void {
    const scope = this.#scopeOf(spaceId);
    scope.counts += 1;
    if (scope.counts === 1) this.#schedule(spaceId);
    return () => {
      scope.counts -= 1;
      if (scope.counts > 0) return;
      scope.online_count = undefined;
      this.#schedule(spaceId);
    };
  }

  #scopeOf(spaceId: string | null): Scope {
    const scope = this.#scopes.get(spaceId) ?? {
      users: new Map(),
      counts: 0,
      known: new Map(),
      online_count: undefined,
      sending: undefined,
    };
    this.#scopes.set(spaceId, scope);
    return scope;
  }

  #schedule(spaceId: string | null, delay = collectTime): void {
    const scope = this.#scopeOf(spaceId);
    if (scope.sending !== undefined && delay === collectTime) return;
    clearTimeout(scope.sending);
    scope.sending = setTimeout(() => {
      scope.sending = undefined;
      const user_ids = [...scope.users.keys()].slice(-maxWatched);
      this.#live.watch({ space_id: spaceId, user_ids, count: scope.counts > 0 }, (response) => {
        if (response) this.#apply(response);
        else if (scope.users.size > 0 || scope.counts > 0) this.#schedule(spaceId, retryAfter);
      });
    }, delay);
  }

  #apply({ space_id, online, offline, online_count }: PresenceChange): void {
    const scope = this.#scopes.get(space_id);
    if (!scope) return;
    const set = (userId: string, is_online: boolean) => {
      const before = scope.known.get(userId);
      if (!scope.users.has(userId) || before?.is_online === is_online) return;
      scope.known.set(userId, { is_online, since: Date.now(), hasChanged: before !== undefined });
    };
    for (const userId of online) set(userId, true);
    for (const userId of offline) set(userId, false);
    if (online_count !== undefined && scope.counts > 0) scope.online_count = online_count;
    for (const listener of this.#listeners) listener();
  }
}
