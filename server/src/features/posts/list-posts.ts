import type { Post } from '#contract/features/posts/posts.ts';
import type { MemberRights, Viewer } from '#server/platform/access.ts';
import { BoundedMap } from '#server/platform/bounded-map.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { categoryChannel, spaceChannel } from '#server/platform/live/publish.ts';
import {
  listPostRows,
  loadSharedState,
  type OwnRow,
  type PostSelection,
  type SharedState,
} from './list-posts.queries.ts';
import { type OwnOfPosts, type SharedPost, toPost, toSharedPost, toViewerPost } from './posts.view.ts';

/** A page that many viewers request. Its selection depends on nothing but the key and the space. */
export interface SharedPage {
  key: string;
  space_id: string;
  /** The categories with access rules, whose posts have channels of their own. */
  limited: readonly string[];
  /** The viewer's rights in the space, for the results of polls. */
  rights: MemberRights;
}

interface KeptPage {
  state: SharedState;
  ids: string[];
  posts: SharedPost[];
  /** Milliseconds since 1970. */
  expires_at: number;
}

/** Most pages that are kept for a database, about 150 KB each. */
const maxPages = 100;
/**
 * How long a page is kept, in milliseconds. Nothing that is published needs it. It must be less than the time after which live
 * events are deleted, because positions of quiet channels return to 0 then.
 */
const keptFor = 60_000;

interface Memory {
  pages: BoundedMap<string, KeptPage>;
  /** Pages that are being read, by key and state. */
  reading: Map<string, Promise<KeptPage>>;
}
const memories = new WeakMap<Db, Memory>();

function memoryOf(db: Db): Memory {
  const memory = memories.get(db) ?? { pages: new BoundedMap({ limit: maxPages }), reading: new Map() };
  memories.set(db, memory);
  return memory;
}

function findPage({ pages }: Memory, key: string): KeptPage | undefined {
  const page = pages.get(key);
  if (page && page.expires_at > nowMs()) return page;
  pages.take(key);
  return undefined;
}

const isCurrent = (page: KeptPage, state: SharedState) =>
  page.state.position === state.position && page.state.people === state.people;

function toOwn({ given, voted }: OwnRow): OwnOfPosts {
  const kinds = new Map<string, string[]>();
  for (const [id, kind] of given ?? []) kinds.set(id, [...(kinds.get(id) ?? []), kind]);
  return { given: kinds, voted: new Set(voted) };
}

/**
 * Returns the posts of a selection as the viewer sees them. For features that list posts; they check access themselves. A
 * `shared` page is kept in memory as all viewers see it, and only used while nothing in the space was changed since: then one
 * short statement reads that, and what is the viewer's own.
 */
export async function listPosts(
  db: Db,
  viewer: Viewer | null,
  selection: PostSelection,
  shared: SharedPage | null,
): Promise<Readonly<Post>[]> {
  const readAll = async () => await listPostRows(db, viewer, selection);
  if (!shared) return (await readAll()).map(toPost);
  const { key, space_id, limited, rights } = shared;
  const channels = [spaceChannel(space_id), ...limited.map(categoryChannel)];
  const memory = memoryOf(db);
  const known = findPage(memory, key);
  const state = await loadSharedState(db, viewer, channels, known?.ids ?? []);
  // The state was read before the page, which therefore contains everything that it counts.
  if (state.is_unnumbered) return (await readAll()).map(toPost);
  const show = async (page: KeptPage) => {
    const own = toOwn(page === known ? state : await loadSharedState(db, viewer, channels, page.ids));
    return page.posts.map((post) => toViewerPost(post, viewer, rights, own));
  };
  // Others may have read it in the meantime, or be reading it.
  const latest = memory.pages.get(key);
  if (latest && isCurrent(latest, state)) return await show(latest);
  const name = `${key} ${state.position} ${state.people}`;
  const read = memory.reading.get(name);
  if (read) return await show(await read);
  const rows = readAll();
  const reading = rows.then((list): KeptPage => {
    const ids = list.map(({ id }) => id);
    return { state, ids, posts: list.map(toSharedPost), expires_at: nowMs() + keptFor };
  });
  memory.reading.set(name, reading);
  try {
    const page = await reading;
    // An empty one is quickly read, and anyone can ask for many of them, as of categories that don't exist.
    if (page.ids.length > 0) memory.pages.set(key, page);
  } finally {
    memory.reading.delete(name);
  }
  return (await rows).map(toPost);
}
