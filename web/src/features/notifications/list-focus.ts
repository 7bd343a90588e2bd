const linkOf = (item: Element | undefined) => item?.querySelector<HTMLElement>('.notification-link');

/** Moves the focus to a notification of a list. */
export const focusNotification = (items: readonly Element[], at: number): void => linkOf(items[at])?.focus();

/** The notifications of the list that contains an element. */
export const notificationsOf = (list: Element): Element[] => [...list.querySelectorAll('.notification')];

/** Returns what gets the focus when a notification leaves its list: the next one, or the one before the last; null if there is none. */
export function besideNotification(inside: Element | null): HTMLElement | null {
  const list = inside?.closest('[data-notifications]');
  if (!list) return null;
  const items = notificationsOf(list);
  const at = items.findIndex((item) => item.contains(inside));
  return linkOf(items[at + 1] ?? items[at - 1]) ?? null;
}
