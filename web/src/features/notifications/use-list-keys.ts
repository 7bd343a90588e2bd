import { type RefObject, useEffect } from 'react';
import { areShortcutsOn } from '#web/lib/shortcuts.ts';
import { focusNotification, notificationsOf } from './list-focus.ts';

// Single keys belong to fields and menus.
const typingTargets =
  // Not translated: a selector.
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

/** Which button of a notification a key presses. */
const actions: Readonly<Record<string, string>> = {
  e: 'read',
  u: 'unread',
  s: 'snooze',
  '#': 'remove',
  Delete: 'remove',
};
/** How far a key moves. Arrows scroll the page unless the focus is in the list. */
const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Presses the button of the focused notification that a key stands for. Returns false if there is none. */
function press(items: readonly Element[], at: number, key: string): boolean {
  const button = items[at]?.querySelector<HTMLElement>(`[data-action="${actions[key]}"]`);
  if (!button) return false;
  // A menu opens where the focus is, and gives it back to its button.
  if (actions[key] === 'snooze') button.focus();
  button.click();
  return true;
}

/**
 * Moves the focus through the notifications of a list with J and K or the arrows, and presses the buttons of the focused one with
 * other keys (`notificationShortcuts`). Nothing else happens to letters while shortcuts are off.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!list.current || event.ctrlKey || event.metaKey || event.altKey) return;
      // On many keyboards, # needs Shift.
      if (event.shiftKey && key !== '#') return;
      if (event.isComposing || !(target instanceof Element) || target.closest(typingTargets)) return;
      // A dialog above the page has the keys, unless the list is in it.
      const dialog = target.closest('[role="dialog"], [role="alertdialog"]');
      if (dialog && !dialog.contains(list.current)) return;
      if (key.length === 1 && !areShortcutsOn()) return;
      const items = notificationsOf(list.current);
      const at = items.findIndex((item) => item.contains(document.activeElement));
      const step = steps[key];
      if (step !== undefined && (key.length === 1 || at >= 0))
        focusNotification(items, Math.min(Math.max(0, at + step), items.length - 1));
      else if (step !== undefined || actions[key] === undefined || !press(items, at, key)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [list]);
}
