import '#web/styles/lazy/overlays.css';
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { useLayer } from './layers.ts';
import type { OverlayProps } from './overlay-props.ts';

export interface PopoverProps
  extends OverlayProps,
    Pick<Base.Portal.Props, 'keepMounted'>,
    Pick<Base.Positioner.Props, 'align'> {
  /** The element that it's positioned at, and that receives the focus when it closes. Default: the trigger. */
  anchor?: HTMLElement | null | undefined;
  /** Accessible name; shown as a small heading unless hidden. */
  title: ReactNode;
  titleHidden?: boolean;
  children: ReactNode;
  /** Without padding, for lists that reach the edges. */
  flush?: boolean;
}

/**
 * A small panel below its trigger. Esc or a press outside closes it; the focus returns. With `keepMounted` it's rendered
 * before it first opens, and kept when closed.
 */
export function Popover({
  trigger,
  open,
  onOpenChange,
  anchor,
  title,
  titleHidden,
  children,
  align = 'center',
  keepMounted,
  flush,
}: PopoverProps) {
  const accent = useAccentStyle();
  const layer = useLayer({ open, onOpenChange });
  return (
    <Base.Root {...layer}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal style={accent} keepMounted={keepMounted}>
        <Base.Backdrop className="popover-backdrop" />
        <Base.Positioner
          className="pop-at"
          sideOffset={8}
          align={align}
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
