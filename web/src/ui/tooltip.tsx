import { Tooltip as Base } from '@base-ui/react/tooltip';
import { cloneElement, type ReactElement } from 'react';

export interface TooltipProps {
  /** A few words. Never the only place where something is said: touch screens do not show it. */
  text: string;
  /** The thing it explains; must take the focus. */
  children: ReactElement<{ title?: string }>;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** Words that appear on pointing at or focusing something. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Base.Root>
      {/* The browser's own tooltip would show as well. */}
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
