import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { useAccentStyle } from '../theme/accent-scope.tsx';

export interface PopoverProps {
  /** The element that opens it. Without it the popover is positioned at `anchor` and controlled by `open`. */
  trigger?: ReactElement | undefined;
  anchor?: HTMLElement | null | undefined;
  /** Accessible name; shown as a small heading unless hidden. */
  title: ReactNode;
  titleHidden?: boolean;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Rendered before it first opens, and kept when closed. */
  keepMounted?: boolean;
  /** Without padding, for lists that reach the edges. */
  flush?: boolean;
}

/** A small panel next to its trigger. Esc or a press outside closes it; the focus returns. */
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

/** Closes the surrounding popover: `<PopoverClose render={<Button>Done</Button>} />`. */
export const PopoverClose = Base.Close;
