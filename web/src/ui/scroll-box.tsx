import { type ComponentProps, useLayoutEffect, useRef } from 'react';

/** A scrollable box that is focusable while it overflows, so that the keyboard can scroll it. */
export function ScrollBox(props: Omit<ComponentProps<'div'>, 'ref'>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    if (typeof ResizeObserver === 'undefined') return measure();
    // It calls back at once, after a layout that it doesn't have to force.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return <div {...props} ref={box} />;
}
