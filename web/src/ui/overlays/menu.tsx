import '#web/styles/lazy/overlays.css';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { VisibleFocusGuards } from '../theme/focus-guards.tsx';
import { useLayer } from './layers.ts';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** MenuItem, MenuLink, MenuSeparator, MenuGroup, MenuRadioGroup. */
  children: ReactNode;
  /** The edge of the trigger it is aligned to. Default `end`. */
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** What gets the focus when it closes, once that is set. Default: the trigger. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** The arrow key that opened it while it was loaded: it first opens with its first or last item focused. */
  arrow?: string | false | undefined;
}

/** A menu of actions. Arrow keys, Home, End and typing move; Esc closes. */
export function Menu({ trigger, children, align = 'end', open, onOpenChange, finalFocus, arrow }: MenuProps) {
  const accent = useAccentStyle();
  const layer = useLayer({ open, onOpenChange });
  const wanted = useRef(arrow);
  const focusItem = useCallback((popup: HTMLElement | null) => {
    if (!popup || !wanted.current) return;
    const items = [...popup.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    items.at(wanted.current === 'ArrowUp' ? -1 : 0)?.focus();
    wanted.current = false;
  }, []);
  return (
    <Base.Root {...layer} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal style={accent}>
        <Base.Positioner className="pop-at" sideOffset={6} align={align} collisionPadding={8}>
          <Base.Popup ref={focusItem} className="popup popup-list min-w-48" finalFocus={finalFocus}>
            <VisibleFocusGuards />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemContent {
  icon?: ReactNode;
  children: ReactNode;
  /** A quieter line below. */
  note?: ReactNode;
}

function Content({ icon, children, note }: ItemContent) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1">
        {children}
        {note && <span className="item-note">{note}</span>}
      </span>
    </>
  );
}

export interface MenuItemProps extends ItemContent {
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** A menu item that runs an action. */
export function MenuItem({ onSelect, danger, disabled, ...content }: MenuItemProps) {
  return (
    <Base.Item className="item" data-danger={danger ? '' : undefined} disabled={disabled} onClick={onSelect}>
      <Content {...content} />
    </Base.Item>
  );
}

export interface MenuLinkProps extends ItemContent {
  href?: string;
  /** The router's link. */
  render?: ReactElement;
}

/** A menu item that navigates. */
export function MenuLink({ href, render, ...content }: MenuLinkProps) {
  return (
    <Base.LinkItem className="item" href={href} render={render} closeOnClick>
      <Content {...content} />
    </Base.LinkItem>
  );
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <Base.Separator className="popup-line" />;
}

/** Items with a small heading. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="popup-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export interface MenuRadioGroupProps {
  label: ReactNode;
  options: readonly { value: string; label: ReactNode; icon?: ReactNode; note?: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
}

/** A choice between several values in a menu. */
export function MenuRadioGroup({ label, options, value, onChange }: MenuRadioGroupProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
      <Base.GroupLabel className="popup-label">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className="item" closeOnClick>
          <Content icon={option.icon} note={option.note}>
            {option.label}
          </Content>
          <Base.RadioItemIndicator render={<Check size={18} className="item-tick" aria-hidden="true" />} />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
