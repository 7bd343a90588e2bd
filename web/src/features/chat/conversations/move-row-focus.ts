import type { KeyboardEvent } from 'react';

/** Moves the focus between the rows of a list (`[data-row]`) with the arrow keys, Home and End. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const target = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    Home: rows[0],
    End: rows.at(-1),
  }[event.key];
  // Home and End in a field move its cursor.
  const isInField = event.target instanceof HTMLInputElement && event.key !== 'ArrowDown';
  if (!target || isInField) return;
  event.preventDefault();
  target.focus();
}
