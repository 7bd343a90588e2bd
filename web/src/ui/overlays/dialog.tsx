import '#web/styles/lazy/overlays.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { useLayer } from './layers.ts';
import type { OverlayProps } from './overlay-props.ts';

/** Duration of a modal's closing animation in milliseconds; same as `--modal` in tokens.css. */
export const MODAL_CLOSE_MS = 300;

export interface DialogProps
  extends OverlayProps,
    Pick<ComponentProps<'div'>, 'role' | 'className'>,
    Pick<Base.Popup.Props, 'initialFocus'> {
  /** The page's address says that it's open, so that the browser's Back closes it by leaving. Default false. */
  isAddressed?: boolean;
  /** Called after the closing animation. */
  onClosed?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom; stay visible while the content scrolls. */
  footer?: ReactNode;
  /** Maximum width of 400, 544, 720 or 1040 px. Default `md`. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** On phones: full screen (default for `lg` and `xl`) or a card at the bottom. */
  phone?: 'card' | 'full';
  /** `false`: pressing outside does not close it (unsaved changes). Default `true`. */
  closeOnOutside?: boolean;
}

// Not translated: a selector.
const fields = 'input:not([type="file"]), textarea, select';
// Not translated: a selector.
const controls = `:is(.dialog-body, .dialog-foot) :is(a[href], button, ${fields})`;

/**
 * Returns the initial focus: the first field, otherwise the first control, but not a scroll area or the close button.
 * `true` means the first focusable element.
 */
function getInitialFocus(box: HTMLElement | null): HTMLElement | true {
  const body = box?.querySelector<HTMLElement>('.dialog-body');
  if (!box || !body) return true;
  if (body.tabIndex === 0) return body.querySelector<HTMLElement>(fields) ?? box;
  return box.querySelector(controls) ? true : box;
}

/**
 * A modal dialog that takes the focus and returns it. Esc closes it; the page behind does not scroll. The role is
 * `alertdialog` for questions that require a response. `initialFocus` receives the focus instead of the first suitable
 * element.
 */
export function Dialog({
  trigger,
  open,
  onOpenChange,
  isAddressed,
  onClosed,
  title,
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
  const layer = useLayer({ open, onOpenChange, isAddressed });
  return (
    <Base.Root
      {...layer}
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
            data-floor="sheet"
            {...(role && { role })}
            initialFocus={initialFocus ?? ((by) => (by === 'touch' ? true : getInitialFocus(box.current)))}
          >
            <div className="dialog-head">
              <div className="min-w-0 flex-1">
                <Base.Title className="dialog-title">{title}</Base.Title>
                {description && <Base.Description className="dialog-about">{description}</Base.Description>}
              </div>
            </div>
            {children && <ScrollBox className="dialog-body">{children}</ScrollBox>}
            {footer && (
              <div className="dialog-foot" data-floor="">
                {footer}
              </div>
            )}
            {/* Last in the DOM, so that the focus starts in the content. */}
            <DialogClose
              render={
                <IconButton label={t('Close')} className="dialog-x">
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

/** Closes the surrounding dialog: `<DialogClose render={<Button>Cancel</Button>} />`. */
export const DialogClose = Base.Close;
