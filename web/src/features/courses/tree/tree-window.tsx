import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import type { TreeRow } from './tree-rows.ts';

/** A row that is in the document. */
export interface MountedRow {
  index: number;
  /** The height of the rows before it that aren't in the document, in pixels. */
  gap: number;
}

/** The rows that are in the document. */
export interface MountedRows {
  rows: readonly MountedRow[];
  /** The height of the rows after them, in pixels. */
  rest: number;
  /** Measures a row; undefined if all rows are in the document. */
  measure: ((element: HTMLLIElement | null) => void) | undefined;
  /** Scrolls a row into view: the box of the contents, not the page. */
  reveal: (index: number, align: 'center' | 'auto') => void;
}

interface TreeWindowProps {
  rows: readonly TreeRow[];
  /** The element around the rows. */
  box: RefObject<HTMLElement | null>;
  /** Rows that stay in the document: the focused one, and one that is dragged. */
  kept: readonly number[];
  children: (mounted: MountedRows) => ReactNode;
}

/** Returns the box that scrolls the contents on wide windows. */
export const findSide = (box: HTMLElement | null): HTMLElement | null =>
  box?.closest<HTMLElement>('.course-side') ?? null;

/** All rows of a course that isn't large. */
export function AllRows({ rows, box, children }: TreeWindowProps) {
  return children({
    rows: rows.map((_, index) => ({ index, gap: 0 })),
    rest: 0,
    measure: undefined,
    reveal: (index, align) => {
      const side = findSide(box.current);
      const row = box.current?.querySelector(`[data-index="${index}"]`);
      if (!side || !row) return;
      const [view, { top, bottom, height }] = [side.getBoundingClientRect(), row.getBoundingClientRect()];
      if (top >= view.top && bottom <= view.bottom) return;
      const center = top - view.top - (view.height - height) / 2;
      const nearest = top < view.top ? top - view.top : bottom - view.bottom;
      side.scrollTop += align === 'center' ? center : nearest;
    },
  });
}

const overscan = 12;
/** Height of a row until it's measured, in pixels. */
const estimate = { folder: 48, page: 36 } as const;

const toOptions = ({ rows, kept }: TreeWindowProps, scrollMargin: number) => ({
  count: rows.length,
  estimateSize: (index: number) => estimate[rows[index]?.kind ?? 'page'],
  getItemKey: (index: number) => rows[index]?.id ?? index,
  rangeExtractor: (range: Range) =>
    [...new Set([...defaultRangeExtractor(range), ...kept])]
      .filter((index) => index < rows.length)
      .toSorted((a, b) => a - b),
  overscan,
  scrollMargin,
  initialRect: { width: 300, height: 900 },
});

/** Returns the gaps between the rows that are in the document. */
function toMounted(items: readonly VirtualItem[], total: number, scrollMargin: number) {
  let end = scrollMargin;
  const rows = items.map(({ index, start, end: next }) => {
    const gap = start - end;
    end = next;
    return { index, gap };
  });
  return { rows, rest: Math.max(0, total + scrollMargin - end) };
}

/** Returns how far below the beginning of what scrolls the rows are, in pixels. */
function useScrollMargin(box: RefObject<HTMLElement | null>, findScroller: () => HTMLElement | null): number {
  const [margin, setMargin] = useState(0);
  // What is above the rows may change with each render.
  useLayoutEffect(() => {
    const top = box.current?.getBoundingClientRect().top;
    if (top === undefined) return;
    const scroller = findScroller();
    const from = scroller ? scroller.getBoundingClientRect().top - scroller.scrollTop : -window.scrollY;
    setMargin(Math.round(top - from));
  });
  return margin;
}

const findNone = () => null;

/** The rows of a large course that are in sight, in the box beside its pages. */
export function SideRows(props: TreeWindowProps) {
  const { box, children } = props;
  const findScroller = () => findSide(box.current);
  const margin = useScrollMargin(box, findScroller);
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...toOptions(props, margin),
    getScrollElement: findScroller,
  });
  return children({
    ...toMounted(virtual.getVirtualItems(), virtual.getTotalSize(), margin),
    measure: virtual.measureElement,
    reveal: (index, align) => virtual.scrollToIndex(index, { align }),
  });
}

/** The rows of a large course that are in sight on a phone, where the page scrolls. */
export function PageRows(props: TreeWindowProps) {
  const { box, children } = props;
  const margin = useScrollMargin(box, findNone);
  const virtual = useWindowVirtualizer<HTMLLIElement>(toOptions(props, margin));
  return children({
    ...toMounted(virtual.getVirtualItems(), virtual.getTotalSize(), margin),
    measure: virtual.measureElement,
    reveal: (index, align) => virtual.scrollToIndex(index, { align }),
  });
}
