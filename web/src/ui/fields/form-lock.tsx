import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface FormLockProps {
  locked: boolean;
  children: ReactNode;
}

/**
 * Locks the fields of a form while it is being sent, so that nothing is typed that the request doesn't include. Keep the
 * submit button outside. Afterwards, the field that had focus gets it back.
 */
export function FormLock({ locked, children }: FormLockProps) {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (locked) {
      // Browsers move the focus out of the locked fields only after this.
      const isInside = activeElement instanceof HTMLElement && box.current?.contains(activeElement);
      focused.current = isInside ? activeElement : null;
    } else {
      if (activeElement === null || activeElement === body) focused.current?.focus({ preventScroll: true });
      focused.current = null;
    }
  }, [locked]);
  return (
    <div ref={box} className="contents" inert={locked}>
      {children}
    </div>
  );
}
