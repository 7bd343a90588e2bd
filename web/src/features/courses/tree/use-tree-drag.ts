import { useEffect } from 'react';
import type { Point } from '#web/lib/drag/drag-session.ts';
import { useDrag } from '#web/lib/drag/use-drag.ts';
import type { CourseTree } from '../courses.entity.ts';
import { aimFolder, aimPage, type Band, type DropTarget, isSameTarget } from './aim.ts';
import { type ItemRow, rowOf, type TreeRow } from './tree-rows.ts';
import { findSide } from './tree-window.tsx';
import type { useTreeMoves } from './use-tree-moves.ts';

/** How far beside the contents a drag still aims at them, in pixels. */
const slack = 64;
/** How long a page is held over a closed folder until it opens, in milliseconds. */
const openAfter = 700;

interface TreeDrag {
  tree: CourseTree;
  rows: readonly TreeRow[];
  isActive: boolean;
  moves: ReturnType<typeof useTreeMoves>;
  onOpen: (folderId: string) => void;
}

/** Returns where the rows that are in the document are on the screen. */
const readBands = (box: HTMLElement): Band[] =>
  [...box.querySelectorAll<HTMLElement>('[data-index]')].map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return { index: Number(row.dataset.index), top, bottom };
  });

/** Dragging folders and pages within the contents of a course. Lines are relative to the box around the rows. */
export function useTreeDrag({ tree, rows, isActive, moves, onOpen }: TreeDrag) {
  const aim = (row: ItemRow, { x, y }: Point): DropTarget | null => {
    const element = box.current;
    if (!element) return null;
    const { left, right, top } = element.getBoundingClientRect();
    if (x < left - slack || x > right + slack) return null;
    const bands = readBands(element);
    const target =
      row.kind === 'page' ? aimPage(tree, rows, bands, row.page, y) : aimFolder(tree, rows, bands, row.id, y);
    return target && { ...target, y: target.y === null ? null : Math.round(target.y - top) };
  };
  const { drag, box, ghost, onPointerDown } = useDrag<ItemRow, DropTarget>(isActive, {
    pick: (pressed) => {
      // Buttons of rows have menus; the one of a folder is its head.
      if (pressed.closest('button:not(.course-folder-button)')) return null;
      return rowOf(rows, pressed) ?? null;
    },
    aim,
    isSame: isSameTarget,
    drop: (row, target) => {
      if (target.kind === 'page') moves.placePage(row, target.place);
      else moves.placeFolder(row, target.after);
    },
    findScroller: () => {
      const side = findSide(box.current);
      return side && getComputedStyle(side).overflowY === 'auto' ? side : null;
    },
  });
  const target = drag?.target ?? null;
  const into = target?.kind === 'page' && target.y === null ? target.place.folderId : null;
  useEffect(() => {
    if (into === null) return;
    const timer = setTimeout(() => onOpen(into), openAfter);
    return () => clearTimeout(timer);
  }, [into, onOpen]);
  return { drag, box, ghost, onPointerDown, line: target?.y ?? null, into };
}
