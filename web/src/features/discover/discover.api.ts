import { type SpaceTopic, spaceTopics } from '#contract/values/topics.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages } from '#web/lib/cache/query-client.ts';
import { spaceEntity } from '#web/lib/cache/shared-entities.ts';

/** Search parameters of Discover. */
export interface DiscoverSearch {
  q?: string;
  price?: 'free' | 'paid';
  topic?: SpaceTopic;
  sort?: 'new' | 'largest';
}

/** Parses the search parameters of Discover; drops invalid values. */
export function toDiscoverSearch({ q, price, topic, sort }: Record<string, unknown>): DiscoverSearch {
  const text = String(q ?? '')
    .slice(0, 100)
    .toWellFormed()
    .replaceAll('\0', '');
  return {
    q: text === '' ? undefined : text,
    price: price === 'free' || price === 'paid' ? price : undefined,
    topic: Object.hasOwn(spaceTopics, String(topic)) ? (topic as SpaceTopic) : undefined,
    sort: sort === 'new' || sort === 'largest' ? sort : undefined,
  };
}

/** Publicly listed spaces, 24 a page. */
export const discoverPages = ({ q, price, topic, sort }: DiscoverSearch = {}) =>
  apiPages(
    'discover_spaces',
    {
      ...(q ? { search: q } : {}),
      ...(price ? { price } : {}),
      ...(topic ? { topic } : {}),
      sort: sort ?? 'recommended',
    },
    ({ spaces, next_cursor }, client) => {
      writeEntities(client, spaceEntity, spaces);
      return { space_ids: spaces.map(({ id }) => id), next_cursor };
    },
  );
