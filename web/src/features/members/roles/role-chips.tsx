import { Link } from '@tanstack/react-router';
import type { MemberRole } from '#contract/features/members/members.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { MembersSearch } from '../list/member-filter.ts';

const roles: { role: MemberRole | undefined; label: Message }[] = [
  { role: undefined, label: msg('All') },
  { role: 'owner', label: msg('Owner') },
  { role: 'admin', label: msg('Admins') },
  { role: 'member', label: msg('Members') },
];

/** The role filter of the list; it is part of the address. */
export function RoleChips({ space, view }: { space: Space; view: MembersSearch }) {
  return (
    <nav
      aria-label={t('Roles')}
      className="flex min-w-0 gap-2 overflow-x-auto py-1 pl-px [scrollbar-width:none]"
    >
      {roles.map((chip) => (
        <Link
          key={chip.role ?? 'all'}
          to="/$subdomain/space/members"
          params={{ subdomain: space.subdomain }}
          search={{ ...view, search: undefined, role: chip.role }}
          replace
          resetScroll={false}
          className="chip"
          // By default a link is active on every address that starts with its own.
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={chip.role === view.role ? 'true' : undefined}
        >
          {t(chip.label)}
        </Link>
      ))}
    </nav>
  );
}
