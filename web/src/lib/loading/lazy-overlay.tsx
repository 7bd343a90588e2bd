import { type ComponentType, cloneElement, type ReactElement, useState } from 'react';
import { type LazyComponent, lazyComponent } from './lazy-component.tsx';

/** Props of a menu, panel or dialog that is loaded when it first opens. */
export interface PopupProps {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
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
}

/** The button that opens a lazy popup; rendered immediately. If loading fails, the button stays and a toast says so. */
export function LazyPopup<Extra extends object>({
  popup,
  popupProps,
  button,
  opens = 'dialog',
}: LazyPopupProps<Extra>) {
  const [open, setOpen] = useState<boolean | null>(null);
  const { Component } = popup;
  const preload = () => void popup.preload();
  const closed = cloneElement(button, {
    onClick: () => setOpen(true),
    onPointerEnter: preload,
    onFocus: preload,
    'aria-haspopup': opens,
    'aria-expanded': false,
  } as object);
  return (
    <Component
      {...popupProps}
      trigger={button}
      open={open ?? false}
      onOpenChange={setOpen}
      when={open !== null}
      fallback={closed}
      onLoadFailure={() => setOpen(null)}
    />
  );
}
