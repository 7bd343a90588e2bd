import '#web/styles/lazy/overlays.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { useLayer } from './layers.ts';

interface FrameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the closing animation. */
  onClosed?: () => void;
  /** Its accessible name. */
  label: string;
  /** Maximum width of 672 or 1024 px. On phones it covers the screen. */
  size: '2xl' | '5xl';
  className?: string;
  /** Everything inside, with its own head and scroll areas. */
  children: ReactNode;
}

/** A modal dialog without a head of its own. It takes the focus and returns it; Esc closes it. */
export function FrameDialog({
  open,
  onOpenChange,
  onClosed,
  label,
  size,
  className,
  children,
}: FrameDialogProps) {
  const accent = useAccentStyle();
  const layer = useLayer({ open, onOpenChange });
  return (
    <Base.Root
      {...layer}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
    >
      <Base.Portal style={accent}>
        <Base.Backdrop className="veil" />
        <Base.Viewport className="dialog-view" data-phone="full">
          <Base.Popup className={cx('dialog', className)} data-size={size} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
