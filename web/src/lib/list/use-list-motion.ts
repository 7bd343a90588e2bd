import { type RefObject, useEffect } from 'react';
import { whenIdle } from '../loading/when-idle.ts';

/** Fades in items (`data-item`) that are added to a list after it was first shown. Its script loads while the browser is idle. */
export function useListMotion(list: RefObject<HTMLElement | null>): void {
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
  }, [list]);
}
