import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { useAccentStyle } from './accent-scope.tsx';

export interface PopoverProps {
  /** What opens it. Without one it stands at the `anchor`, opened by whoever shows it. */
  trigger?: ReactElement | undefined;
  anchor?: HTMLElement | null | undefined;
  /** Its name; shown as a small heading unless hidden. */
  title: ReactNode;
  titleHidden?: boolean;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Made before it is first opened, and kept when closed. */
  keepMounted?: boolean;
  /** Without inner space, for lists that reach the edge. */
  flush?: boolean;
}

/** A small panel beside its trigger. Esc or a press outside closes; focus goes back. */
export function Popover({
  trigger,
  anchor,
  title,
  titleHidden,
  children,
  align = 'center',
  side = 'bottom',
  open,
  onOpenChange,
  keepMounted,
  flush,
}: PopoverProps) {
  const accent = useAccentStyle();
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal style={accent} keepMounted={keepMounted}>
        <Base.Positioner
          className="pop-at"
          sideOffset={8}
          align={align}
          side={side}
          collisionPadding={12}
          anchor={anchor}
        >
          <Base.Popup
            className="popup popover"
            data-flush={flush ? '' : undefined}
            finalFocus={anchor ? () => anchor : undefined}
          >
            <Base.Title className={titleHidden ? 'sr-only' : 'popover-title'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the popover around it: `<PopoverClose render={<Button>Done</Button>} />`. */
export const PopoverClose = Base.Close;
