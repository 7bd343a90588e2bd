import { useQueryClient } from '@tanstack/react-query';
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type SyntheticEvent,
  startTransition,
  useRef,
  useState,
} from 'react';
import { useViewer } from '#web/features/auth/index.ts';
import { userSpacesQuery } from '#web/features/spaces/index.ts';
import type { LazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** Props of a list of spaces. It is rendered while still closed, next to an existing button. */
export interface SpacesPopupProps {
  anchor: HTMLElement | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export type LazySpacesPopup = LazyComponent<SpacesPopupProps>;

/**
 * A button with the list of the viewer's spaces. Hovering or focusing the button loads and renders the list hidden, so
 * that a press only has to show it.
 */
export function SpacesPopup({ popup, button }: { popup: LazySpacesPopup; button: ReactElement<object> }) {
  const client = useQueryClient();
  const viewer = useViewer();
  const [isMade, setIsMade] = useState(false);
  const [open, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  const { Component } = popup;
  const prepare = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    setAnchor(currentTarget);
    if (viewer) void client.prefetchQuery(userSpacesQuery);
    // If it fails, a press tries again and shows the failure.
    void popup.preload().then((isLoaded) => isLoaded && startTransition(() => setIsMade(true)));
  };
  const press = ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
    setAnchor(currentTarget);
    // A press on the button also counts as outside the list and has closed it by now; Enter and Space (detail 0) close
    // nothing.
    const isOpen = detail === 0 ? open : wasOpen.current;
    setIsMade(true);
    setOpen(!isOpen);
  };
  const undo = () => {
    setIsMade(false);
    setOpen(false);
  };
  return (
    <>
      {cloneElement(button, {
        onPointerEnter: prepare,
        onFocus: prepare,
        onPointerDown: () => {
          wasOpen.current = open;
        },
        onClick: press,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
      } as object)}
      {isMade && <Component anchor={anchor} open={open} onOpenChange={setOpen} onLoadFailure={undo} />}
    </>
  );
}
