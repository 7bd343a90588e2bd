import { Menu, type MenuProps, MenuRadioGroup, type MenuRadioGroupProps } from './menu.tsx';

export interface ChoiceMenuProps extends MenuRadioGroupProps {
  /** The edge of the button it is aligned to. Default `start`. */
  align?: MenuProps['align'];
}

type PopupProps = Pick<MenuProps, 'trigger' | 'open' | 'onOpenChange'>;

/** A menu of options, opened by a button that shows the current one. */
export function ChoiceMenu({
  label,
  options,
  value,
  onChange,
  align = 'start',
  ...popup
}: PopupProps & ChoiceMenuProps) {
  return (
    <Menu align={align} {...popup}>
      <MenuRadioGroup label={label} options={options} value={value} onChange={onChange} />
    </Menu>
  );
}
