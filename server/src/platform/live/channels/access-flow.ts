import type { LiveEvent } from '#contract/live.ts';
import type { Database } from '../../db/database.ts';
import { getLastAccessSeq, listAccessEventsAfter } from '../live.queries.ts';

/** Applies the events that change access, in order, and holds back what depends on them until then. */
export interface AccessFlow {
  /** Finds the events up to this number and starts to apply them. Resolves once they are found. */
  findThrough(seq: number): Promise<void>;
  /** Finds all events that were committed until now. */
  findAll(): Promise<void>;
  /** Resolves once the events before this number that concern one of these scopes have been applied. */
  applied(scopes: readonly string[], before: number): Promise<void>;
  /** Returns the events after this number that concern one of these scopes and haven't been applied yet. */
  pendingAfter(scopes: readonly string[], seq: number): LiveEvent[];
}

interface AccessFlowOptions {
  db: Database;
  /** Returns what an event concerns: channels, `space:{id}` for all channels of a space, or `kind:{kind}`. */
  scopesOf: (event: LiveEvent) => string[];
  /** Applies an event, again after a failure until it succeeds. */
  apply: (event: LiveEvent) => Promise<void>;
}

const pageSize = 200;

export async function createAccessFlow({ db, scopesOf, apply }: AccessFlowOptions): Promise<AccessFlow> {
  let position = await getLastAccessSeq(db);
  /** The events that are being applied, in order. */
  const pending = new Map<number, { event: LiveEvent; scopes: readonly string[]; done: Promise<void> }>();
  let finding: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const applied = async (scopes: readonly string[], before: number): Promise<void> => {
    const earlier = [...pending].filter(
      ([seq, entry]) => seq < before && entry.scopes.some((scope) => scopes.includes(scope)),
    );
    await Promise.all(earlier.map(([, { done }]) => done));
  };
  const start = (event: LiveEvent): void => {
    const scopes = scopesOf(event);
    const done = applied(scopes, event.seq)
      .then(() => apply(event))
      .finally(() => pending.delete(event.seq));
    pending.set(event.seq, { event, scopes, done });
  };
  const find = async (): Promise<void> => {
    for (;;) {
      const events = await listAccessEventsAfter(db, position, pageSize);
      for (const event of events) {
        position = event.seq;
        start(event);
      }
      if (events.length < pageSize) return;
    }
  };
  const findAll = async (): Promise<void> => {
    // One that began earlier may not see the latest events: wait for the next one, with everyone else who does.
    if (finding) {
      next ??= finding
        .catch(() => {})
        .then(() => {
          next = null;
          return findAll();
        });
      return next;
    }
    finding = find().finally(() => {
      finding = null;
    });
    return finding;
  };

  return {
    findThrough: async (seq) => {
      // Once: what a number was seen of is visible to every later statement.
      if (position < seq) await findAll();
    },
    findAll,
    applied,
    pendingAfter: (scopes, seq) =>
      [...pending.values()]
        .filter((entry) => entry.event.seq > seq && entry.scopes.some((scope) => scopes.includes(scope)))
        .map(({ event }) => event),
  };
}
