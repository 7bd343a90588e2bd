import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** Movements of less than this are ignored, in pixels. */
const tolerance = 8;

/**
 * Sets `data-away` on an element while the page is scrolled down, and removes it when it is scrolled up, at the top, and
 * on every new page. The styles decide what that does.
 */
export function useHideOnScroll(element: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    let last = window.scrollY;
    const show = () => element.current?.removeAttribute('data-away');
    const onScroll = () => {
      const { scrollY, innerHeight } = window;
      const moved = scrollY - last;
      if (Math.abs(moved) < tolerance) return;
      last = scrollY;
      // A jump, such as to another page's position, isn't reading on.
      if (moved < 0 || moved > innerHeight || scrollY < innerHeight / 4) show();
      else element.current?.setAttribute('data-away', '');
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    const stop = router.subscribe('onRendered', show);
    return () => {
      window.removeEventListener('scroll', onScroll);
      stop();
    };
  }, [element, router]);
}
