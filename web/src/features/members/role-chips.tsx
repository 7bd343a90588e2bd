import { Link } from '@tanstack/react-router';
import type { MemberRole } from '#contract/members.ts';
import type { Space } from '#contract/spaces.ts';
import { type MemberView, toMemberSearch } from './member-filter.ts';

const roles: { role: MemberRole | undefined; label: string }[] = [
  { role: undefined, label: 'All' },
  { role: 'owner', label: 'Owner' },
  { role: 'admin', label: 'Admins' },
  { role: 'member', label: 'Members' },
];

/** Which roles the list shows; it stands in the address. */
export function RoleChips({ space, view }: { space: Space; view: MemberView }) {
  return (
    <nav aria-label="Roles" className="flex min-w-0 gap-2 overflow-x-auto py-1 pl-px [scrollbar-width:none]">
      {roles.map((chip) => (
        <Link
          key={chip.label}
          to="/$subdomain/space/members"
          params={{ subdomain: space.subdomain }}
          // The route takes any parameters; the page reads what it knows.
          search={toMemberSearch({ ...view, role: chip.role }) as never}
          replace
          resetScroll={false}
          className="chip"
          activeProps={{}}
          aria-current={chip.role === view.role ? 'true' : undefined}
        >
          {chip.label}
        </Link>
      ))}
    </nav>
  );
}
