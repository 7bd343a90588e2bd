import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/spaces.ts';
import type { FeedSearch } from './feed.api.ts';

interface FeedFiltersProps {
  space: Space;
  search: FeedSearch;
}

const sorts = [
  { sort: undefined, label: 'Default' },
  { sort: 'new', label: 'New' },
] as const;

/** Which posts show and in which order; both stand in the address. */
export function FeedFilters({ space, search }: FeedFiltersProps) {
  const to = {
    to: '/$subdomain/space',
    params: { subdomain: space.subdomain },
    replace: true,
    resetScroll: false,
  } as const;
  const with_ = (changes: FeedSearch): FeedSearch => {
    const { sort, category } = { ...search, ...changes };
    return { ...(sort ? { sort } : {}), ...(category ? { category } : {}) };
  };
  const current = (is: boolean) => (is ? ('true' as const) : undefined);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <nav
        aria-label="Categories"
        className="-ml-4 flex min-w-0 flex-1 gap-2 overflow-x-auto py-1 pr-6 pl-4 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] [scrollbar-width:none] md:ml-0 md:pl-px"
      >
        {space.categories.length > 1 && (
          <>
            <Link
              {...to}
              className="chip"
              search={with_({ category: undefined })}
              activeProps={{}}
              aria-current={current(!search.category)}
            >
              All
            </Link>
            {space.categories.map(({ id, name, icon }) => (
              <Link
                key={id}
                {...to}
                className="chip"
                search={with_({ category: id })}
                activeProps={{}}
                aria-current={current(search.category === id)}
              >
                <span aria-hidden="true">{icon}</span>
                <span className="truncate">{name}</span>
              </Link>
            ))}
          </>
        )}
      </nav>
      <nav aria-label="Order" className="flex flex-none gap-0.5 rounded-md bg-sunken p-0.5">
        {sorts.map(({ sort, label }) => (
          <Link
            key={label}
            {...to}
            search={with_({ sort })}
            activeProps={{}}
            aria-current={current(search.sort === sort)}
            className="hit rounded-sm px-3 py-1 text-sm font-medium text-soft aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-lift"
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
