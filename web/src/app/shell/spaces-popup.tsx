import { useQueryClient } from '@tanstack/react-query';
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  Suspense,
  startTransition,
  useRef,
  useState,
} from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { userSpacesQuery } from '#web/features/spaces/index.ts';
import type { LazyComponent } from '#web/lib/lazy-overlay.tsx';

/** What a list of spaces gets: made while it is still closed, beside a button that is there already. */
export interface SpacesPopupProps {
  anchor: HTMLElement | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export type LazySpacesPopup = LazyComponent<SpacesPopupProps>;

/**
 * A button and its list of the viewer's spaces. Pointing at the button, or coming to it by the keyboard, brings the list
 * and makes it, hidden, so that a press has only to show it.
 */
export function SpacesPopup({ popup, button }: { popup: LazySpacesPopup; button: ReactElement<object> }) {
  const client = useQueryClient();
  const viewer = useViewer();
  const [isMade, setIsMade] = useState(false);
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  const { Component } = popup;
  const prepare = () => {
    if (viewer) void client.prefetchQuery(userSpacesQuery);
    void popup.preload().then(() => startTransition(() => setIsMade(true)));
  };
  const press = ({ detail }: MouseEvent) => {
    // A press outside has closed it by now, and the button lies outside; Enter and Space (detail 0) close nothing.
    const isOpen = detail === 0 ? open : wasOpen.current;
    setIsMade(true);
    setOpen(!isOpen);
  };
  return (
    <>
      {cloneElement(button, {
        ref: setAnchor,
        onPointerEnter: prepare,
        onFocus: prepare,
        onPointerDown: () => {
          wasOpen.current = open;
        },
        onClick: press,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
      } as object)}
      {isMade && (
        <Suspense>
          <Component anchor={anchor} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
