import type { CourseTree } from '#contract/features/courses/courses.ts';
import { BoundedMap } from '#server/platform/bounded-map.ts';
import type { Db } from '#server/platform/db/database.ts';
import { shareJson } from '#server/platform/http/json-text.ts';
import { listRuledItems, type RuledItem } from '../../access/index.ts';
import { listTreeFolders, listTreePages } from './tree.queries.ts';
import { listPlaced, type PlacedPage, toTree } from './tree.view.ts';

/** The folders and pages of a course as everyone sees them, or every editor. */
export interface LoadedTree {
  /** With the rules of its items if it has drafts: only editors may know them. */
  tree: Readonly<CourseTree>;
  /** Its pages in their order. */
  pages: readonly PlacedPage[];
  /** Where each page is among them, by its id. */
  numbers: ReadonlyMap<string, number>;
  /** Its folders and pages with rules. */
  ruled: readonly RuledItem[];
}

/** A course as it was read; the tree is at least as new. */
interface VersionedCourse {
  id: string;
  tree_version: string;
}

/** How many pages and folders the trees in memory have at most, about 400 bytes each. */
const maxItems = 100_000;

interface KeptTree extends LoadedTree {
  version: string;
}
interface Memory {
  trees: BoundedMap<string, KeptTree>;
  /** Trees that are being read, by key and version. */
  reading: Map<string, Promise<KeptTree>>;
}
const memories = new WeakMap<Db, Memory>();

const sizeOf = ({ tree, pages }: KeptTree): number => 1 + pages.length + tree.folders.length;

function memoryOf(db: Db): Memory {
  const trees = () => new BoundedMap<string, KeptTree>({ limit: maxItems, sizeOf });
  const memory = memories.get(db) ?? { trees: trees(), reading: new Map() };
  memories.set(db, memory);
  return memory;
}

async function readTree(
  db: Db,
  { id, tree_version }: VersionedCourse,
  has_drafts: boolean,
): Promise<KeptTree> {
  const [folders, rows, rules] = await Promise.all([
    listTreeFolders(db, { course_id: id, has_drafts }),
    listTreePages(db, { course_id: id, has_drafts }),
    listRuledItems(db, { course_id: id }),
  ]);
  const tree = toTree(
    folders,
    rows,
    new Map(has_drafts ? rules.map(({ id: of, access }) => [of, access]) : []),
  );
  const pages = listPlaced(tree);
  const numbers = new Map(pages.map(({ page }, number) => [page.id, number]));
  const folderIds = new Set(tree.folders.map((folder) => folder.id));
  return {
    version: tree_version,
    tree: shareJson(tree),
    pages,
    numbers,
    ruled: rules.filter((item) => numbers.has(item.id) || folderIds.has(item.id)),
  };
}

/**
 * Returns the tree of a course, with drafts or without. It's kept in memory as everyone sees it, and only used while the course has
 * the version that was read with it: each write of folders, pages and rules gives it another one in its transaction. Who may see
 * it, and its drafts, is decided before.
 */
export async function loadTree(db: Db, course: VersionedCourse, has_drafts: boolean): Promise<LoadedTree> {
  const memory = memoryOf(db);
  const key = `${course.id} ${has_drafts ? 'drafts' : 'published'}`;
  const known = memory.trees.get(key);
  if (known?.version === course.tree_version) return known;
  const name = `${key} ${course.tree_version}`;
  const reading = memory.reading.get(name) ?? readTree(db, course, has_drafts);
  memory.reading.set(name, reading);
  try {
    const tree = await reading;
    memory.trees.set(key, tree);
    return tree;
  } finally {
    memory.reading.delete(name);
  }
}
