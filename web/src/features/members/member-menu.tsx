import { Ban, Flag, ShieldCheck, ShieldMinus, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PopupProps } from '#web/lib/lazy-overlay.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import type { MemberAction } from './row-menu.ts';

const looks: Record<MemberAction, { label: string; icon: ReactNode; danger?: boolean }> = {
  report: { label: 'Report', icon: <Flag size={18} aria-hidden="true" /> },
  'make-admin': { label: 'Make admin', icon: <ShieldCheck size={18} aria-hidden="true" /> },
  'make-member': { label: 'Make member', icon: <ShieldMinus size={18} aria-hidden="true" /> },
  remove: { label: 'Remove', icon: <UserMinus size={18} aria-hidden="true" />, danger: true },
  ban: { label: 'Ban', icon: <Ban size={18} aria-hidden="true" />, danger: true },
};

interface MemberMenuProps {
  actions: readonly MemberAction[];
  onAction: (action: MemberAction) => void;
}

/** The actions on one member. */
export function MemberMenu({ actions, onAction, ...popup }: PopupProps & MemberMenuProps) {
  const first = actions.find((action) => looks[action].danger);
  return (
    <Menu {...popup}>
      {actions.flatMap((action) => [
        ...(action === first && action !== actions[0] ? [<MenuSeparator key="line" />] : []),
        <MenuItem
          key={action}
          icon={looks[action].icon}
          danger={looks[action].danger}
          onSelect={() => onAction(action)}
        >
          {looks[action].label}
        </MenuItem>,
      ])}
    </Menu>
  );
}
