import '#web/styles/lazy/classroom.css';
import type { ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';

/** What is dragged, beside the pointer. */
export function DragGhost({
  ghost,
  children,
}: {
  ghost: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return createPortal(
    <div ref={ghost} className="drag-ghost" aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}
