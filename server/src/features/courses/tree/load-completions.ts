import { BoundedMap } from '#server/platform/bounded-map.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { UncountedCourse } from '../courses.queries.ts';
import { type CompletionRow, listCompletions } from './tree.queries.ts';

interface KeptCompletions {
  version: string | null;
  completions: readonly CompletionRow[];
}

/** How many completions are in memory at most, about 200 bytes each with what they say about a tree. */
const maxCompletions = 100_000;
const memories = new WeakMap<Db, BoundedMap<string, KeptCompletions>>();
const none: readonly CompletionRow[] = [];

function memoryOf(db: Db): BoundedMap<string, KeptCompletions> {
  const memory =
    memories.get(db) ??
    new BoundedMap<string, KeptCompletions>({
      limit: maxCompletions,
      sizeOf: ({ completions }) => 2 + completions.length,
    });
  memories.set(db, memory);
  return memory;
}

/**
 * Returns what a member has marked as done of a course, as `listCompletions`. It's kept in memory, and only used while it has the
 * version that was read with the course. Pages that were deleted for good since may still be among it.
 */
export async function loadCompletions(
  db: Db,
  course: Pick<UncountedCourse, 'id' | 'completions_version'>,
  userId: string | null,
): Promise<readonly CompletionRow[]> {
  if (userId === null || course.completions_version === null) return none;
  const memory = memoryOf(db);
  const key = `${course.id} ${userId}`;
  const known = memory.get(key);
  if (known?.version === course.completions_version) return known.completions;
  const read = await listCompletions(db, course.id, userId);
  memory.set(key, read);
  return read.completions;
}
