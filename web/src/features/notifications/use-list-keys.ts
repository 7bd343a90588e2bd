import { type RefObject, useEffect } from 'react';

// Single keys belong to fields and menus.
const typingTargets =
  // Not translated: a selector.
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

/** Moves the focus through the notifications of a list with J and K, and removes the focused one with E. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!list.current || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.isComposing || !(target instanceof Element) || target.closest(typingTargets)) return;
      // A dialog above the page has the keys, unless the list is in it.
      const dialog = target.closest('[role="dialog"], [role="alertdialog"]');
      if (dialog && !dialog.contains(list.current)) return;
      const items = [...list.current.querySelectorAll('.notification')];
      const linkOf = (item: Element | undefined) => item?.querySelector<HTMLElement>('.notification-link');
      const at = items.findIndex((item) => item.contains(document.activeElement));
      if (key === 'j') linkOf(items[at + 1])?.focus();
      else if (key === 'k') linkOf(items[Math.max(0, at - 1)])?.focus();
      else if (key === 'e' && at >= 0) {
        items[at]?.querySelector<HTMLElement>('[data-removes]')?.click();
        linkOf(items[at + 1] ?? items[at - 1])?.focus();
      } else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [list]);
}
