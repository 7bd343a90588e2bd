import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';

/** The container of a page: 1104 px of content, centered. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('mx-auto w-full max-w-page px-4 py-4 md:py-6 lg:px-6', className)}>{children}</div>
  );
}

interface PageGridProps {
  /** The main column: up to 760 px beside the second one. */
  children: ReactNode;
  /** The second column of 320 px, from 1024 px up. Without one, its place is empty. */
  aside?: ReactNode;
  /** Where the second column is on narrower screens; `second` is after the first card of the main column. Default `hidden`. */
  narrow?: 'hidden' | 'second' | 'last';
}

/** A page with a main column and a second one to the right of it. */
export function PageGrid({ children, aside, narrow = 'hidden' }: PageGridProps) {
  return (
    <Page className={cx('page-grid', narrow === 'second' && 'page-grid-second')}>
      <div className="page-main">{children}</div>
      <div className="min-w-0" data-narrow={narrow}>
        {aside}
      </div>
    </Page>
  );
}

/** A second column that stays in view while the page scrolls; if it's higher than the window, its lower end does. */
export function StickyColumn({ children }: { children: ReactNode }) {
  const column = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = column.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      element.style.setProperty('--column-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <aside ref={column} className="sticky-column">
      {children}
    </aside>
  );
}
