import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { type PagePlace, type Position, pagesIn, placeOf } from '../course-tree.ts';
import type { CourseTree } from '../courses.entity.ts';
import type { TreeRow } from './tree-rows.ts';

/** Where a row is on the screen, in pixels. */
export interface Band {
  /** Its index among the rows. */
  index: number;
  top: number;
  bottom: number;
}

/** Where something would be dropped. */
export type DropTarget = {
  /** Where the line is, on the screen, in pixels; null for a folder that is marked as a whole. */
  y: number | null;
} & ({ kind: 'page'; place: PagePlace } | { kind: 'folder'; after: Position });

/** How much of the head of a folder, from above, is the end of what is before it. */
const headShare = 0.3;

/** Returns the row at a height, and how far into it: the nearest one if none is there. */
function rowAt(bands: readonly Band[], y: number): { band: Band; share: number } | null {
  const band = bands.find(({ bottom }) => y < bottom) ?? bands.at(-1);
  return band ? { band, share: (y - band.top) / (band.bottom - band.top) } : null;
}

/** Returns the end of what is before the head of a folder; null if that is a closed folder. */
function endBefore(row: TreeRow | undefined): PagePlace | null {
  if (!row) return { folderId: null, after: null };
  if (row.kind === 'page') return { folderId: row.page.folder_id, after: row.id };
  if (row.kind === 'missing') return null;
  return row.isOpen ? { folderId: row.id, after: null } : null;
}

function placeAt(
  rows: readonly TreeRow[],
  { band, share }: { band: Band; share: number },
): { y: number | null; place: PagePlace } | null {
  const { index, top, bottom } = band;
  const [row, previous] = [rows[index], rows[index - 1]];
  if (!row || row.kind === 'missing') return null;
  if (row.kind === 'page') {
    const { folder_id: folderId } = row.page;
    if (share >= 0.5) return { y: bottom, place: { folderId, after: row.id } };
    return { y: top, place: { folderId, after: row.isFirst ? null : (previous?.id ?? null) } };
  }
  const end = share < headShare ? endBefore(previous) : null;
  if (end) return { y: top, place: end };
  if (row.isOpen) return { y: bottom, place: { folderId: row.id, after: null } };
  return { y: null, place: { folderId: row.id } };
}

/** Returns where a page would be dropped at a height; null where it is already. */
export function aimPage(
  tree: CourseTree,
  rows: readonly TreeRow[],
  bands: readonly Band[],
  page: CoursePageSummary,
  y: number,
): DropTarget | null {
  const at = rowAt(bands, y);
  const target = at && placeAt(rows, at);
  if (!target) return null;
  const now = placeOf(tree, page);
  const { folderId, after } = target.place;
  // After itself is where it is.
  const isHere =
    folderId === now.folderId &&
    (after === undefined
      ? pagesIn(tree, folderId).at(-1)?.id === page.id
      : after === page.id || after === now.after);
  return isHere ? null : { kind: 'page', ...target };
}

/** Returns where a folder would be dropped at a height: before or after another one. Null where it is already. */
export function aimFolder(
  tree: CourseTree,
  rows: readonly TreeRow[],
  bands: readonly Band[],
  folderId: string,
  y: number,
): DropTarget | null {
  const at = rowAt(bands, y);
  const [first, last] = [bands[0], bands.at(-1)];
  if (!at || !first || !last) return null;
  const pointed = at.band.index + Math.min(1, Math.max(0, at.share));
  const borders = rows.flatMap((row, index) => (row.kind === 'folder' ? [{ index, id: row.id }] : []));
  const nearest = [...borders, { index: rows.length, id: null }].reduce((best, border) =>
    Math.abs(border.index - pointed) < Math.abs(best.index - pointed) ? border : best,
  );
  const next =
    nearest.id === null ? tree.folders.length : tree.folders.findIndex(({ id }) => id === nearest.id);
  const after = tree.folders[next - 1]?.id ?? null;
  const now = tree.folders.findIndex(({ id }) => id === folderId);
  if (after === folderId || after === (tree.folders[now - 1]?.id ?? null)) return null;
  const band = bands.find(({ index }) => index === nearest.index);
  const edge = nearest.index < first.index ? first.top : last.bottom;
  return { kind: 'folder', after, y: band ? band.top : edge };
}

/** Whether two targets are the same place, shown at the same height. */
export function isSameTarget(one: DropTarget, other: DropTarget): boolean {
  if (one.y !== other.y) return false;
  if (one.kind === 'folder' || other.kind === 'folder')
    return (
      one.kind === other.kind && one.kind === 'folder' && other.kind === 'folder' && one.after === other.after
    );
  return one.place.folderId === other.place.folderId && one.place.after === other.place.after;
}
