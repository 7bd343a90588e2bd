import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ThreadRow } from './message-rows.ts';

/** Rows in the document at most: those on screen, and some above and below. */
export const maxMountedRows = 60;
const overscan = 8;
/** Height of a row until it's measured, in pixels. */
const estimate = { day: 48, unread: 40, system: 32, message: 52, pending: 72 } as const;
/** The view counts as at the end within this distance, in pixels. */
const nearEnd = 80;
/** More is loaded within this distance of an end, in pixels. */
const loadWithin = 1_200;

/** Returns the rows around those on screen, and never more than the limit. */
export function toMountedRange(range: Range): number[] {
  const wanted = defaultRangeExtractor(range);
  if (wanted.length <= maxMountedRows) return wanted;
  const first = Math.max(0, Math.min(range.startIndex, range.endIndex - maxMountedRows + 1));
  return wanted.filter((index) => index >= first && index < first + maxMountedRows);
}

interface ThreadScroll {
  rows: readonly ThreadRow[];
  box: RefObject<HTMLElement | null>;
  /** The row to begin with at a quarter of the height; null begins at the end. */
  startIndex: number | null;
  /** Whether the last row is the newest message. */
  isAtNewest: boolean;
  /** Loads the pages before or after. */
  loadMore: (side: 'before' | 'after') => void;
}

/** The rows of a conversation that are in the document. What one reads doesn't move while others are added. */
export function useThreadScroll({ rows, box, startIndex, isAtNewest, loadMore }: ThreadScroll) {
  const [isAtEnd, setAtEnd] = useState(startIndex === null);
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimate[rows[index]?.type ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: toMountedRange,
    overscan,
    anchorTo: 'end',
    followOnAppend: isAtNewest,
    scrollEndThreshold: nearEnd,
    scrollPaddingStart: Math.round((box.current?.clientHeight ?? 0) / 4),
    initialRect: { width: 600, height: 600 },
  });

  const hasStarted = useRef(false);
  useLayoutEffect(() => {
    if (hasStarted.current || rows.length === 0 || !box.current) return;
    hasStarted.current = true;
    virtual.options.scrollPaddingStart = Math.round(box.current.clientHeight / 4);
    if (startIndex === null) virtual.scrollToEnd();
    else virtual.scrollToIndex(startIndex, { align: 'start' });
  }, [rows.length, startIndex, virtual, box]);

  // Also if many messages arrive together, or one that was being sent is replaced by others.
  const wasAtEnd = useRef(startIndex === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves with the rows.
  useLayoutEffect(() => {
    if (hasStarted.current && wasAtEnd.current && isAtNewest) virtual.scrollToEnd();
  }, [rows, isAtNewest, virtual]);

  // Also if the field grows below it: with lines, a reply or files.
  useEffect(() => {
    const element = box.current;
    if (!element || !isAtNewest || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current) virtual.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isAtNewest, virtual]);

  const latestLoad = useRef(loadMore);
  useEffect(() => {
    latestLoad.current = loadMore;
  });
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    wasAtEnd.current = below <= nearEnd;
    setAtEnd(below <= nearEnd);
    if (!hasStarted.current) return;
    if (element.scrollTop < loadWithin) latestLoad.current('before');
    if (below < loadWithin) latestLoad.current('after');
  }, [box]);
  // Pages that are shorter than the view need no scrolling to load more.
  useEffect(() => {
    if (rows.length > 0) onScroll();
  }, [rows.length, onScroll]);

  const scrollToEnd = useCallback(() => virtual.scrollToEnd(), [virtual]);
  const scrollToRow = useCallback(
    (index: number) => virtual.scrollToIndex(index, { align: 'center' }),
    [virtual],
  );
  return { virtual, isAtEnd: isAtEnd && isAtNewest, onScroll, scrollToEnd, scrollToRow };
}
