import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/translate.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { type LazyComponent, lazyComponent } from './lazy-component.tsx';
import { preloadWhenIdle } from './when-idle.ts';

/** Props of a menu, panel or dialog that is loaded when it first opens. */
export interface PopupProps {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The arrow key that opened a menu while it was loaded, if any. */
  arrow?: string | false | undefined;
}

/** Creates a popup that is loaded when its button is hovered, focused or pressed. */
export const lazyOverlay = <Extra extends object = object>(
  load: () => Promise<ComponentType<PopupProps & Extra>>,
) => lazyComponent<PopupProps & Extra>(load);

interface LazyPopupProps<Extra extends object> {
  popup: LazyComponent<PopupProps & Extra>;
  /** Additional props of the popup. */
  popupProps: Extra;
  button: ReactElement<object>;
  /** ARIA popup type of the button, also before the popup is loaded. Default `dialog`. */
  opens?: 'dialog' | 'menu';
  /** Whether it slides in from the lower edge; otherwise it's at the button. */
  isSheet?: boolean;
  /** Loads the popup while the browser is idle, for popups that are opened often. */
  isPreloaded?: boolean;
}

/** The popups that are or were loaded while the browser was idle. */
const preloaded = new WeakSet<object>();

/** The button that opens a lazy popup; rendered immediately. If loading fails, the button stays and a toast says so. */
export function LazyPopup<Extra extends object>({
  popup,
  popupProps,
  button,
  opens = 'dialog',
  isSheet = false,
  isPreloaded = false,
}: LazyPopupProps<Extra>) {
  const [open, setOpen] = useState<boolean | null>(null);
  /** Where its button was when it was pressed, and the arrow key that opened a menu, or stands for another key that did. */
  const [pressed, setPressed] = useState<{ at: DOMRect; arrow?: string | false } | null>(null);
  const hadFocus = useRef(false);
  const { Component, preload } = popup;
  useEffect(() => {
    if (!isPreloaded || preloaded.has(popup)) return;
    preloaded.add(popup);
    preloadWhenIdle(popup.preload);
  }, [isPreloaded, popup]);
  // The button of the loaded popup is another element. The focus returns to it also from dialogs that the popup opens.
  const takeFocus = useCallback((element: HTMLElement | null) => {
    if (hadFocus.current) element?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, []);
  const press = (button: Element, arrow?: string | false) => {
    setPressed({ at: button.getBoundingClientRect(), arrow });
    hadFocus.current = true;
    // A press while it loads closes it.
    setOpen(open ? null : true);
  };
  const closed = cloneElement(button, {
    onClick: ({ currentTarget, detail }: MouseEvent) => press(currentTarget, !detail && 'ArrowDown'),
    onKeyDown: (event: KeyboardEvent) => {
      if (open || opens !== 'menu' || !/^Arrow(Down|Up)$/.test(event.key)) return;
      event.preventDefault();
      press(event.currentTarget, event.key);
    },
    onPointerEnter: () => void preload(),
    onFocus: () => void preload(),
    'aria-haspopup': opens,
    'aria-expanded': false,
  } as object);
  return (
    <Component
      {...popupProps}
      arrow={pressed?.arrow}
      trigger={cloneElement(button, { ref: takeFocus } as object)}
      open={Boolean(open)}
      onOpenChange={setOpen}
      when={open !== null}
      fallback={
        <>
          {closed}
          {open && pressed && <PopupPlaceholder at={isSheet ? null : pressed.at} />}
        </>
      }
      onLoadFailure={() => setOpen(null)}
    />
  );
}

/** Width and least height of the placeholder, and its distance from the button and the edges of the window, in pixels. */
const box = { width: 288, height: 120, gap: 8 };

/** Where the placeholder of a popup is: below its button, or above if there is no room. */
function placeAt({ left, top, bottom }: DOMRect) {
  const { innerWidth, innerHeight } = window;
  return {
    width: box.width,
    left: Math.max(box.gap, Math.min(left, innerWidth - box.width - box.gap)),
    ...(bottom + box.gap + box.height > innerHeight
      ? { bottom: innerHeight - top + box.gap }
      : { top: bottom + box.gap }),
  };
}

/** Shown while a popup loads, at its button, or at the lower edge for a sheet (`at` is null). Appears after 80 ms. */
const PopupPlaceholder = ({ at }: { at: DOMRect | null }) =>
  createPortal(
    <div
      role="status"
      className="popup-placeholder"
      data-sheet={at ? undefined : ''}
      style={at ? placeAt(at) : undefined}
    >
      <span className="sr-only">{t('Loading')}</span>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
      <Skeleton width="40%" />
    </div>,
    document.body,
  );
