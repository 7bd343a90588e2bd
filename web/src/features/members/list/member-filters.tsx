import '#web/styles/lazy/fields.css';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { highestLevel } from '#contract/values/levels.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import type { ChoiceMenuProps } from '#web/ui/overlays/choice-menu.tsx';
import { type MembersSearch, maxSearchLength, toLevelFilter, toMembersSearch } from './member-filter.ts';

const choiceMenu = lazyOverlay<ChoiceMenuProps>(
  async () => (await import('#web/ui/overlays/choice-menu.tsx')).ChoiceMenu,
);
const roles = [
  { value: 'all', label: msg('All roles') },
  { value: 'owner', label: msg('Owner') },
  { value: 'admin', label: msg('Admins') },
  { value: 'member', label: msg('Members') },
];
const listLevels = () => [
  { value: 'all', label: t('All levels') },
  ...Array.from({ length: highestLevel }, (_, index) => ({
    value: String(index + 1),
    label: t('Level {level, number}', { level: index + 1 }),
  })),
];
const sorts = [
  { value: 'newest', label: msg('Newest first') },
  { value: 'online', label: msg('Online first') },
  { value: 'points', label: msg('Most points first') },
];
/** Only members see who is online. */
const sortsOf = ({ membership }: Space) =>
  membership ? sorts : sorts.filter(({ value }) => value !== 'online');
const translated = (options: typeof roles) => options.map(({ value, label }) => ({ value, label: t(label) }));

/** Returns a function that shows the list with other filters, which are part of the address. */
export function useShowMembers(space: Space) {
  const navigate = useNavigate();
  return (search: MembersSearch) =>
    void navigate({
      to: '/$subdomain/space/members',
      params: { subdomain: space.subdomain },
      search,
      replace: true,
      resetScroll: false,
    });
}

interface MemberFiltersProps {
  space: Space;
  view: MembersSearch;
  /** The search text, which isn't part of the address. */
  typed: string;
  onType: (text: string) => void;
}

/** One row: the search field, the filters by role and level, and the sort order. */
export function MemberFilters({ space, view, typed, onType }: MemberFiltersProps) {
  const show = useShowMembers(space);
  return (
    <div className="toolbar grid grid-cols-[auto_auto_auto] gap-2 sm:flex">
      <SearchField
        label={t('Search members')}
        className="col-span-full min-w-0 flex-1"
        maxLength={maxSearchLength}
        value={typed}
        onChange={onType}
      />
      <Choice
        label={t('Role')}
        options={translated(roles)}
        value={view.role ?? 'all'}
        onChange={(role) => show({ ...view, role: toMembersSearch({ role }).role })}
      />
      <Choice
        label={t('Level')}
        options={listLevels()}
        value={view.level ?? 'all'}
        onChange={(level) => show({ ...view, level: toLevelFilter(level) })}
      />
      <Choice
        label={t('Order')}
        options={translated(sortsOf(space))}
        value={view.sort ?? 'newest'}
        onChange={(sort) => show({ ...view, sort: toMembersSearch({ sort }).sort })}
      />
    </div>
  );
}

/** Looks like a select field; its menu loads when it is first opened. */
function Choice(props: Omit<ChoiceMenuProps, 'label'> & { label: string }) {
  const { label, options, value } = props;
  return (
    <LazyPopup
      popup={choiceMenu}
      opens="menu"
      popupProps={props}
      button={
        <button
          type="button"
          className="control select min-w-0 max-sm:gap-1 max-sm:px-2 max-sm:text-[0.9375rem] sm:w-auto"
        >
          <span className="sr-only">{t('{label}:', { label })} </span>
          <span className="select-value">{options.find((option) => option.value === value)?.label}</span>
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}
