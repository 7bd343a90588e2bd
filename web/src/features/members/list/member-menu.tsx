import { Ban, Flag, ShieldCheck, ShieldMinus, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import type { MemberAction } from './row-menu.ts';

const looks: Record<MemberAction, { label: Message; icon: ReactNode; danger?: boolean }> = {
  report: { label: msg('Report'), icon: <Flag size={18} aria-hidden="true" /> },
  'make-admin': { label: msg('Make admin'), icon: <ShieldCheck size={18} aria-hidden="true" /> },
  'make-member': { label: msg('Make member'), icon: <ShieldMinus size={18} aria-hidden="true" /> },
  remove: { label: msg('Remove'), icon: <UserMinus size={18} aria-hidden="true" />, danger: true },
  ban: { label: msg('Ban'), icon: <Ban size={18} aria-hidden="true" />, danger: true },
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
          {t(looks[action].label)}
        </MenuItem>,
      ])}
    </Menu>
  );
}
