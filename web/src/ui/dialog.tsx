import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { useAccentStyle } from './accent-scope.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { ScrollBox } from './scroll-box.tsx';

/** How long a modal takes to close, in milliseconds (document 1 section 9); the same as `--modal` in tokens.css. */
export const MODAL_CLOSE_MS = 300;

export interface DialogProps {
  /** Leave out for a dialog that its `trigger` opens. */
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Called once the closing animation has ended. */
  onClosed?: () => void;
  /** A button that opens it; focus goes back to it. */
  trigger?: ReactElement;
  title: ReactNode;
  /** Hides the title from the eye only. */
  titleHidden?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  /** The row of buttons at the bottom; stays in sight while the middle scrolls. */
  footer?: ReactNode;
  /** 400, 544, 720 or 1040 px wide at most. Default `md`. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** On phones: the whole screen (default for `lg` and `xl`) or a card at the bottom. */
  phone?: 'card' | 'full';
  /** `false`: a press outside does not close (unsaved work). Default `true`. */
  closeOnOutside?: boolean;
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** What gets the focus first; by default the first thing that can. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
}

const inBody = 'input:not([type="file"]), textarea, select';
const anywhere = `:is(.dialog-body, .dialog-foot) :is(a[href], button, ${inBody})`;

/**
 * Where the focus begins: in the first field, else on what can be pressed. Never on what merely scrolls, nor on the button that
 * closes: a mark around those says nothing. `true` is the first thing that can take it.
 */
function toStart(box: HTMLElement | null): HTMLElement | true {
  const body = box?.querySelector<HTMLElement>('.dialog-body');
  if (!box || !body) return true;
  if (body.tabIndex === 0) return body.querySelector<HTMLElement>(inBody) ?? box;
  return box.querySelector(anywhere) ? true : box;
}

/** A window above the page that takes the focus and gives it back. Esc closes; the page below does not scroll. */
export function Dialog({
  open,
  defaultOpen,
  onOpenChange,
  onClosed,
  trigger,
  title,
  titleHidden,
  description,
  children,
  footer,
  size = 'md',
  phone = size === 'lg' || size === 'xl' ? 'full' : 'card',
  closeOnOutside = true,
  role,
  initialFocus,
  className,
}: DialogProps) {
  const accent = useAccentStyle();
  const box = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      defaultOpen={defaultOpen}
      onOpenChange={(next) => onOpenChange?.(next)}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
      disablePointerDismissal={!closeOnOutside}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal style={accent}>
        <Base.Backdrop className="veil" />
        <Base.Viewport className="dialog-view" data-phone={phone}>
          <Base.Popup
            ref={box}
            className={cx('dialog', className)}
            data-size={size}
            {...(role && { role })}
            initialFocus={initialFocus ?? ((by) => (by === 'touch' ? true : toStart(box.current)))}
          >
            <div className="dialog-head">
              <div className="min-w-0 flex-1">
                <Base.Title className={titleHidden ? 'sr-only' : 'dialog-title'}>{title}</Base.Title>
                {description && <Base.Description className="dialog-about">{description}</Base.Description>}
              </div>
            </div>
            {children && <ScrollBox className="dialog-body">{children}</ScrollBox>}
            {footer && <div className="dialog-foot">{footer}</div>}
            {/* Last, so that the focus starts in the content. */}
            <DialogClose
              render={
                <IconButton label="Close" className="dialog-x">
                  <X size={20} aria-hidden="true" />
                </IconButton>
              }
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the dialog around it: `<DialogClose render={<Button>Cancel</Button>} />`. */
export const DialogClose = Base.Close;
