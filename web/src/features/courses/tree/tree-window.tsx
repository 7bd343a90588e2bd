import '#web/styles/lazy/classroom.css';
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TreeRow } from './tree-rows.ts';

/** A row that is in the document. */
export interface MountedRow {
  index: number;
  /** The height of the rows before it that aren't in the document, in pixels. */
  gap: number;
}

/** The rows that are in the document. */
export interface MountedRows {
  /** The element around them. */
  list: RefObject<HTMLUListElement | null>;
  rows: readonly MountedRow[];
  /** The height of the rows after them, in pixels. */
  rest: number;
  /** Measures a row; undefined if all rows are in the document. */
  measure: ((element: HTMLLIElement | null) => void) | undefined;
}

interface TreeWindowProps {
  rows: readonly TreeRow[];
  /** Rows that stay in the document: the focused one, and one that is dragged. */
  kept: readonly number[];
  /** The page that is shown beside the rows. They are scrolled to it. */
  shownId: string | null;
  children: (mounted: MountedRows) => ReactNode;
}

/** Returns the box that scrolls the contents on wide windows. */
export const findSide = (box: HTMLElement | null): HTMLElement | null =>
  box?.closest<HTMLElement>('.course-side') ?? null;

/** Scrolls to the page that is shown: at first to the middle, then as little as it takes. Only the box of the rows, not the page. */
function useShownRow(
  { rows, shownId }: TreeWindowProps,
  reveal: (index: number, align: 'center' | 'auto') => void,
): void {
  const wasShown = useRef(false);
  const latest = useRef({ rows, reveal });
  useLayoutEffect(() => {
    latest.current = { rows, reveal };
  });
  useLayoutEffect(() => {
    if (shownId === null) return;
    const index = latest.current.rows.findIndex(({ id }) => id === shownId);
    if (index >= 0) latest.current.reveal(index, wasShown.current ? 'auto' : 'center');
    wasShown.current = true;
  }, [shownId]);
}

/** All rows of a course that isn't large. */
export function AllRows(props: TreeWindowProps) {
  const { rows, children } = props;
  const list = useRef<HTMLUListElement>(null);
  useShownRow(props, (index, align) => {
    const side = findSide(list.current);
    const row = list.current?.querySelector(`[data-index="${index}"]`);
    if (!side || !row) return;
    const [view, { top, bottom, height }] = [side.getBoundingClientRect(), row.getBoundingClientRect()];
    if (top >= view.top && bottom <= view.bottom) return;
    const center = top - view.top - (view.height - height) / 2;
    const nearest = top < view.top ? top - view.top : bottom - view.bottom;
    side.scrollTop += align === 'center' ? center : nearest;
  });
  return children({ list, rows: rows.map((_, index) => ({ index, gap: 0 })), rest: 0, measure: undefined });
}

const overscan = 12;
/** Height of a row until it's measured, in pixels. */
export const estimatedHeight = { folder: 48, page: 36 } as const;

const estimate = (row: TreeRow | undefined): number => {
  if (row?.kind === 'missing') return row.count * estimatedHeight.page;
  return estimatedHeight[row?.kind ?? 'page'];
};

/** Options of a virtualizer. It computes where all rows are again if a function about rows changes. */
function useOptions({ rows, kept }: TreeWindowProps, scrollMargin: number) {
  const ofRows = useMemo(
    () => ({
      estimateSize: (index: number) => estimate(rows[index]),
      getItemKey: (index: number) => rows[index]?.id ?? index,
    }),
    [rows],
  );
  return {
    ...ofRows,
    count: rows.length,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((index) => index < rows.length)
        .toSorted((a, b) => a - b),
    overscan,
    scrollMargin,
    initialRect: { width: 300, height: 900 },
  };
}

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
function useScrollMargin(
  list: RefObject<HTMLElement | null>,
  findScroller: () => HTMLElement | null,
): number {
  const [margin, setMargin] = useState(0);
  // What is above the rows may change with each render.
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top;
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
  const { children } = props;
  const list = useRef<HTMLUListElement>(null);
  const findScroller = () => findSide(list.current);
  const margin = useScrollMargin(list, findScroller);
  const options = useOptions(props, margin);
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({ ...options, getScrollElement: findScroller });
  useShownRow(props, (index, align) => virtual.scrollToIndex(index, { align }));
  return children({
    list,
    ...toMounted(virtual.getVirtualItems(), virtual.getTotalSize(), margin),
    measure: virtual.measureElement,
  });
}

/** The rows of a large course that are in sight on a phone, where the page scrolls. */
export function PageRows(props: TreeWindowProps) {
  const { children } = props;
  const list = useRef<HTMLUListElement>(null);
  const margin = useScrollMargin(list, findNone);
  const virtual = useWindowVirtualizer<HTMLLIElement>(useOptions(props, margin));
  return children({
    list,
    ...toMounted(virtual.getVirtualItems(), virtual.getTotalSize(), margin),
    measure: virtual.measureElement,
  });
}
