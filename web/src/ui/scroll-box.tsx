import { type ComponentProps, useLayoutEffect, useRef } from 'react';

/** A box that scrolls; while there is something to scroll it takes the focus, so that the keyboard can do it too. */
export function ScrollBox(props: Omit<ComponentProps<'div'>, 'ref'>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    look();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return <div {...props} ref={box} />;
}
