import { BoundedMap } from '../bounded-map.ts';
import { nowMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type OwnColumn, type SharedState, stateLoader } from './shared-state.queries.ts';

interface PageKind<Page, Own> {
  /** The most that the pages of a database may be together: pages, unless `sizeOf` measures something else. */
  limit: number;
  /** Measures a page. One that is larger than `limit` isn't kept. */
  sizeOf?: (page: Page) => number;
  /** Selects as JSON what is a viewer's own of the items of a page. */
  ownColumn: OwnColumn;
  /** Whether what no channel has events of, and `ownColumn` selects, is as on the page. Default: there is nothing of the kind. */
  isUnchanged?: (page: Page, own: Own | null) => boolean;
}

/** A page that many viewers request. What it shows depends on nothing but the key and what is published to the channels. */
export interface PageRequest<Rows, Page> {
  key: string;
  channels: readonly string[];
  /** Reads the page for this viewer. */
  read: () => Promise<Rows>;
  /** Removes what is the viewer's own. */
  toPage: (rows: Rows) => Page;
}

/** What was just read for the viewer, or a page as all viewers see it, and what is the viewer's own of it. */
export type FoundPage<Rows, Page, Own> =
  | { rows: Rows; page?: undefined }
  | { rows?: undefined; page: Page; own: Own | null };

interface KeptPage<Page> {
  state: SharedState;
  page: Page;
  /** Milliseconds since 1970. */
  expires_at: number;
}

interface Memory<Page> {
  pages: BoundedMap<string, KeptPage<Page>>;
  /** Pages that are being read, by key and state. */
  reading: Map<string, Promise<KeptPage<Page>>>;
}

/**
 * How long a page is kept, in milliseconds. Nothing that is published needs it. It must be less than the time after which live
 * events are deleted, because positions of quiet channels return to 0 then.
 */
const keptFor = 60_000;

const isCurrent = ({ state }: KeptPage<unknown>, { position, people }: SharedState) =>
  state.position === position && state.people === people;

/**
 * Returns how to read pages of a kind that are kept in memory as all viewers see them, and only used while nothing that they show
 * was changed since: then one short statement reads that, and what is the viewer's own. Callers check access themselves.
 */
export function createSharedPages<Page extends { ids: readonly string[] }, Own>({
  limit,
  sizeOf = () => 1,
  ownColumn,
  isUnchanged = () => true,
}: PageKind<Page, Own>) {
  type Kept = KeptPage<Page>;
  const loadState = stateLoader<Own>(ownColumn);
  const memories = new WeakMap<Db, Memory<Page>>();
  const memoryOf = (db: Db): Memory<Page> => {
    const bounds = { limit, sizeOf: ({ page }: Kept) => sizeOf(page) };
    const memory = memories.get(db) ?? { pages: new BoundedMap(bounds), reading: new Map() };
    memories.set(db, memory);
    return memory;
  };
  const findPage = ({ pages }: Memory<Page>, key: string): Kept | undefined => {
    const kept = pages.get(key);
    if (kept && kept.expires_at > nowMs()) return kept;
    pages.take(key);
    return undefined;
  };

  return async <Rows>(
    db: Db,
    viewer: { user_id: string | null } | null,
    { key, channels, read, toPage }: PageRequest<Rows, Page>,
  ): Promise<FoundPage<Rows, Page, Own>> => {
    const load = (ids: readonly string[]) => loadState(db, viewer?.user_id ?? null, channels, ids);
    const memory = memoryOf(db);
    const known = findPage(memory, key);
    const state = await load(known?.page.ids ?? []);
    // The state was read before the page, which therefore contains everything that it counts.
    if (state.is_unnumbered) return { rows: await read() };
    const found = async (kept: Kept) => {
      const { own } = kept === known ? state : await load(kept.page.ids);
      return isUnchanged(kept.page, own) ? { page: kept.page, own } : null;
    };
    // Others may have read it in the meantime, or be reading it.
    const latest = memory.pages.get(key);
    const kept = latest && isCurrent(latest, state) ? await found(latest) : null;
    if (kept) return kept;
    const name = `${key} ${state.position} ${state.people}`;
    const others = memory.reading.get(name);
    const theirs = others ? await found(await others) : null;
    if (theirs) return theirs;
    const rows = read();
    const reading = rows.then((list): Kept => {
      const { position, is_unnumbered, people } = state;
      return {
        state: { position, is_unnumbered, people },
        page: toPage(list),
        expires_at: nowMs() + keptFor,
      };
    });
    memory.reading.set(name, reading);
    try {
      memory.pages.set(key, await reading);
    } finally {
      memory.reading.delete(name);
    }
    return { rows: await rows };
  };
}
