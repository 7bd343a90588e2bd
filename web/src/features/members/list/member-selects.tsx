import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { highestLevel } from '#contract/values/levels.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import type { ChoiceMenuProps } from './choice-menu.tsx';
import { type MembersSearch, toLevelFilter, toMembersSearch } from './member-filter.ts';

const choiceMenu = lazyOverlay<ChoiceMenuProps>(async () => (await import('./choice-menu.tsx')).ChoiceMenu);
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

/** The level filter and the sort order of the list; both are part of the address. */
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
      <Choice
        label={t('Level')}
        options={listLevels()}
        value={view.level ?? 'all'}
        onChange={(value) => show({ ...view, level: toLevelFilter(value) })}
      />
      <Choice
        label={t('Order')}
        options={sorts.map((sort) => ({ ...sort, label: t(sort.label) }))}
        value={view.sort ?? 'newest'}
        onChange={(value) => show({ ...view, sort: toMembersSearch({ sort: value }).sort })}
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
        <button type="button" className="control select w-auto">
          <span className="sr-only">{t('{label}:', { label })} </span>
          <span className="select-value">{options.find((option) => option.value === value)?.label}</span>
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}
