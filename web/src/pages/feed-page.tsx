import { getRouteApi } from '@tanstack/react-router';
import { FeedScreen } from '#web/features/feed/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';

const route = getRouteApi('/$subdomain/space');

export function FeedPage() {
  const space = useLoadedSpace(route.useLoaderData().space_id);
  return <FeedScreen space={space} />;
}
