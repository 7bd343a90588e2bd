interface TouchListeners {
  begin: (event: TouchEvent) => void;
  /** May keep the browser from scrolling. */
  move: (event: TouchEvent) => void;
  /** Also called when the browser takes the gesture over. */
  end: (event: TouchEvent) => void;
}

/** Follows the fingers on an element until the returned function is called. */
export function listenToTouches(row: HTMLElement, { begin, move, end }: TouchListeners): () => void {
  row.addEventListener('touchstart', begin, { passive: true });
  row.addEventListener('touchmove', move, { passive: false });
  row.addEventListener('touchend', end);
  row.addEventListener('touchcancel', end);
  return () => {
    row.removeEventListener('touchstart', begin);
    row.removeEventListener('touchmove', move);
    row.removeEventListener('touchend', end);
    row.removeEventListener('touchcancel', end);
  };
}
