import { Ban, Flag, ShieldCheck, ShieldMinus, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PopupProps } from '#web/lib/lazy-popup.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import type { MemberAct } from './row-menu.ts';

const looks: Record<MemberAct, { label: string; icon: ReactNode; danger?: boolean }> = {
  report: { label: 'Report', icon: <Flag size={18} aria-hidden="true" /> },
  'make-admin': { label: 'Make admin', icon: <ShieldCheck size={18} aria-hidden="true" /> },
  'make-member': { label: 'Make member', icon: <ShieldMinus size={18} aria-hidden="true" /> },
  remove: { label: 'Remove', icon: <UserMinus size={18} aria-hidden="true" />, danger: true },
  ban: { label: 'Ban', icon: <Ban size={18} aria-hidden="true" />, danger: true },
};

interface MemberMenuProps {
  acts: readonly MemberAct[];
  onAct: (act: MemberAct) => void;
}

/** What can be done to one member. */
export function MemberMenu({ acts, onAct, ...popup }: PopupProps & MemberMenuProps) {
  const first = acts.find((act) => looks[act].danger);
  return (
    <Menu {...popup}>
      {acts.flatMap((act) => [
        ...(act === first && act !== acts[0] ? [<MenuSeparator key="line" />] : []),
        <MenuItem key={act} icon={looks[act].icon} danger={looks[act].danger} onSelect={() => onAct(act)}>
          {looks[act].label}
        </MenuItem>,
      ])}
    </Menu>
  );
}
