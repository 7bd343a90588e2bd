import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuRadioGroup, type MenuRadioGroupProps } from '#web/ui/overlays/menu.tsx';

export type ChoiceMenuProps = MenuRadioGroupProps;

/** A menu of options, opened by a button that shows the current one. */
export function ChoiceMenu({ label, options, value, onChange, ...popup }: PopupProps & ChoiceMenuProps) {
  return (
    <Menu align="start" {...popup}>
      <MenuRadioGroup label={label} options={options} value={value} onChange={onChange} />
    </Menu>
  );
}
