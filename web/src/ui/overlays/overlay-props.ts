import type { ReactElement } from 'react';

/** How a dialog, popover or panel opens: with its trigger, by its caller, or both. */
export interface OverlayProps {
  /** A button that opens it; the focus returns to it. */
  trigger?: ReactElement;
  /** Omit it if only the trigger opens it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}
