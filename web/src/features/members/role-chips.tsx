import { Link } from '@tanstack/react-router';
import type { MemberRole } from '#contract/members.ts';
import type { Space } from '#contract/spaces.ts';

const roles: { role: MemberRole | undefined; label: string }[] = [
  { role: undefined, label: 'All' },
  { role: 'owner', label: 'Owner' },
  { role: 'admin', label: 'Admins' },
  { role: 'member', label: 'Members' },
];

/** Which roles the list shows; it stands in the address. */
export function RoleChips({ space, role }: { space: Space; role: MemberRole | undefined }) {
  return (
    <nav aria-label="Roles" className="flex gap-2 overflow-x-auto py-1 pl-px [scrollbar-width:none]">
      {roles.map((chip) => (
        <Link
          key={chip.label}
          to="/$subdomain/space/members"
          params={{ subdomain: space.subdomain }}
          search={chip.role ? { role: chip.role } : {}}
          replace
          resetScroll={false}
          className="chip"
          activeProps={{}}
          aria-current={chip.role === role ? 'true' : undefined}
        >
          {chip.label}
        </Link>
      ))}
    </nav>
  );
}
