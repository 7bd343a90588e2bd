import { useNavigate } from '@tanstack/react-router';
import { highestLevel } from '#contract/levels.ts';
import type { Space } from '#contract/spaces.ts';
import { Select } from '#web/ui/select.tsx';
import { type MembersSearch, toLevelFilter, toMembersSearch } from './member-filter.ts';

const levels = [
  { value: 'all', label: 'All levels' },
  ...Array.from({ length: highestLevel }, (_, index) => ({
    value: String(index + 1),
    label: `Level ${index + 1}`,
  })),
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'online', label: 'Online first' },
  { value: 'points', label: 'Most points first' },
];

/** Which level the list shows and in what order; both stand in the address. */
export function MemberSelects({ space, view }: { space: Space; view: MembersSearch }) {
  const navigate = useNavigate();
  const show = (next: MembersSearch) =>
    void navigate({
      to: '/$subdomain/space/members',
      params: { subdomain: space.subdomain },
      search: next,
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="flex flex-wrap gap-2">
      <div className="w-36">
        <Select
          label="Level"
          labelHidden
          options={levels}
          value={view.level ?? 'all'}
          onChange={(value) => show({ ...view, level: toLevelFilter(value) })}
        />
      </div>
      <div className="w-48">
        <Select
          label="Order"
          labelHidden
          options={sorts}
          value={view.sort ?? 'newest'}
          onChange={(value) => show({ ...view, sort: toMembersSearch({ sort: value }).sort })}
        />
      </div>
    </div>
  );
}
