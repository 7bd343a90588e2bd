import { BoundedMap } from '#server/platform/bounded-map.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type CompletionRow, getCompletionsVersion, listCompletions } from './tree.queries.ts';

interface KeptCompletions {
  version: string;
  completions: readonly CompletionRow[];
}

/** How many completions are in memory at most, about 200 bytes each with what they say about a tree. */
const maxCompletions = 100_000;
const memories = new WeakMap<Db, BoundedMap<string, KeptCompletions>>();

function memoryOf(db: Db): BoundedMap<string, KeptCompletions> {
  const memory =
    memories.get(db) ??
    new BoundedMap<string, KeptCompletions>({
      limit: maxCompletions,
      sizeOf: ({ completions }) => 1 + completions.length,
    });
  memories.set(db, memory);
  return memory;
}

/** Up to how many completions are read at once, without asking whether those in memory are current. */
const fewUpTo = 100;

/** Returns what a user has marked as done of a course, as `listCompletions`. Many are kept in memory, and used while they are current. */
export async function loadCompletions(
  db: Db,
  courseId: string,
  userId: string,
): Promise<readonly CompletionRow[]> {
  const memory = memoryOf(db);
  const key = `${courseId} ${userId}`;
  const known = memory.get(key);
  const version = known && (await getCompletionsVersion(db, courseId, userId));
  if (known && known.version === version) return known.completions;
  const { completions, version: read } = await listCompletions(db, courseId, userId);
  if (completions.length > fewUpTo) memory.set(key, { version: read, completions });
  else memory.take(key);
  return completions;
}
