import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { type MapPersonRow, mapPeoplePages } from './map.api.ts';

/** The members in some cities, or those whose name matches a search. */
export function CityPeople({
  spaceId,
  cityIds,
  search,
  emptyText = t('No one is here anymore.'),
}: {
  spaceId: string;
  cityIds?: number[];
  search?: string;
  emptyText?: string;
}) {
  const pages = useInfiniteQuery(
    mapPeoplePages(spaceId, {
      // One request accepts 200 cities. A cluster of more is zoomed in on before it can be opened.
      ...(cityIds ? { city_ids: cityIds.slice(0, 200).join(',') } : {}),
      ...(search ? { search } : {}),
    }),
  );
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <PagedList
      pages={pages}
      count={people.length}
      skeleton={
        <div className="flex items-center gap-3 py-2" aria-busy="true">
          <Skeleton shape="circle" width="2rem" height="2rem" />
          <Skeleton width="9rem" />
        </div>
      }
      empty={<p className="py-2 text-sm text-soft">{emptyText}</p>}
      failure={{ text: toMessage(pages.error, t("Couldn't load the members.")) }}
      more={{ near: null, size: 'sm' }}
    >
      <ul>
        {people.map((row) => (
          <Person key={row.user_id} row={row} showsCity={!cityIds || cityIds.length > 1} />
        ))}
      </ul>
    </PagedList>
  );
}

function Person({ row, showsCity }: { row: MapPersonRow; showsCity: boolean }) {
  const person = useEntity('person', row.user_id);
  if (!person) return null;
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold">{person.full_name}</p>
        <p className="truncate text-sm text-soft">
          @{person.username}
          {showsCity && ` · ${row.city}`}
        </p>
      </div>
    </li>
  );
}
