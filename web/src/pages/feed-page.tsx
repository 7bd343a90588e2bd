import { getRouteApi } from '@tanstack/react-router';
import { FeedScreen } from '#web/features/feed/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';

const route = getRouteApi('/$subdomain/space');

export function FeedPage() {
  const space = useLoadedSpace(route.useLoaderData().space_id);
  return (
    <div className="mx-auto w-full max-w-feed px-4 py-6 lg:py-8">
      <h1 className="sr-only">{space.name}</h1>
      <FeedScreen space={space} search={route.useSearch()} />
    </div>
  );
}
