import { useLayoutEffect, useRef } from 'react';

/** Duration of the animation in milliseconds. */
const animationDuration = 200;

/** Animates rows of a list to their new positions when the order changes. Each row needs `data-row` with its ID. */
export function useFlipAnimation<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const positions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const isReducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    const next = new Map<string, number>();
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const id = row.dataset.row ?? '';
      next.set(id, row.offsetTop);
      const before = positions.current.get(id);
      if (isReducedMotion || before === undefined || before === row.offsetTop) continue;
      row.animate([{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: animationDuration,
        easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)',
      });
    }
    positions.current = next;
  });
  return list;
}
