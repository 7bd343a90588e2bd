import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';

/** How long an added item fades in, in milliseconds. */
const duration = 160;
/** If more items are added at once, a page was loaded: nothing has happened that should be noticed. */
const mostAtOnce = 4;

const itemsIn = (nodes: NodeList): HTMLElement[] =>
  [...nodes].flatMap((node) => {
    if (!(node instanceof HTMLElement)) return [];
    return 'item' in node.dataset ? [node] : [...node.querySelectorAll<HTMLElement>('[data-item]')];
  });

/**
 * Fades in items (`data-item`) that are added to a list from now on, so that people see what is new. An item that replaces
 * another one, such as a comment that the server has confirmed, isn't new. Returns a function that stops it.
 */
export function animateAdditions(list: HTMLElement): () => void {
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => itemsIn(addedNodes));
    const isReplacement = changes.some(({ removedNodes }) => itemsIn(removedNodes).length > 0);
    if (isReplacement || added.length > mostAtOnce || prefersReducedMotion()) return;
    for (const item of added) {
      item.animate([{ opacity: 0, translate: '0 -0.375rem' }, {}], { duration, easing: 'ease-out' });
    }
  });
  observer.observe(list, { childList: true, subtree: true });
  return () => observer.disconnect();
}
