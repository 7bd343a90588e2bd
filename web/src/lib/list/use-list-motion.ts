import { type RefObject, useEffect, useRef } from 'react';
import { whenIdle } from '../loading/when-idle.ts';

/**
 * Fades in items (`data-item`) that are added to the element with this ref after it was first shown. The script of the
 * animation loads while the browser is idle.
 */
export function useListMotion<E extends HTMLElement>(): RefObject<E | null> {
  const list = useRef<E>(null);
  useEffect(() => {
    let stop = () => {};
    let isCurrent = true;
    whenIdle(() => {
      // Without the script, items appear at once.
      import('./animate-additions.ts').then(
        ({ animateAdditions }) => {
          if (isCurrent && list.current) stop = animateAdditions(list.current);
        },
        () => {},
      );
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  return list;
}
