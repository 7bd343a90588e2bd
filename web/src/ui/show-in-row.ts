import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a row until an item of it is in sight, with `room` in pixels beside it. Scrolls nothing else, unlike `scrollIntoView`. A
 * row that is a column on wide screens scrolls up and down.
 */
function showInRow(row: HTMLElement, item: HTMLElement, room: number): void {
  const isOrigin = item.offsetParent === row;
  const left = item.offsetLeft - (isOrigin ? 0 : row.offsetLeft);
  const top = item.offsetTop - (isOrigin ? 0 : row.offsetTop);
  const start = left - room;
  const end = left + item.offsetWidth + room;
  if (start < row.scrollLeft) row.scrollLeft = Math.max(0, start);
  else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  const bottom = top + item.offsetHeight;
  if (top < row.scrollTop) row.scrollTop = top;
  else if (bottom > row.scrollTop + row.clientHeight) row.scrollTop = bottom - row.clientHeight;
}

type Row = RefObject<HTMLElement | null>;

/**
 * Shows the item that gets the focus by keyboard: browsers leave one alone of which they show a pixel. A mouse press doesn't scroll,
 * which would move the item away before the button is released, and lose the click.
 */
export function useFocusedInRow(row: Row, room: number): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const show = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== element && target.matches(':focus-visible'))
        showInRow(element, target, room);
    };
    element.addEventListener('focusin', show);
    return () => element.removeEventListener('focusin', show);
  }, [row, room]);
}

/** Shows the item that matches `selector` whenever `selected`, the value it stands for, changes. */
export function useSelectedInRow(row: Row, room: number, selector: string, selected: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes.
  useEffect(() => {
    const item = row.current?.querySelector<HTMLElement>(selector);
    if (row.current && item) showInRow(row.current, item, room);
  }, [row, room, selector, selected]);
}
