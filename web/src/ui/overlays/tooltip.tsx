import { Tooltip as Base } from '@base-ui/react/tooltip';
import { cloneElement, type ReactElement } from 'react';

export interface TooltipProps {
  /** A few words. Never the only source of information: touch screens do not show it. */
  text: string;
  /** The element it describes; must be focusable. */
  children: ReactElement<{ title?: string }>;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** Text that appears on hover and focus. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      {/* Prevents the browser's own tooltip. */}
      <Base.Trigger delay={450} render={cloneElement(children, { title: '' })} />
      <Base.Portal>
        <Base.Positioner className="pop-at tooltip-at" side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="tooltip" role="tooltip">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
