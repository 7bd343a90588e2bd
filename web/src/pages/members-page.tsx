import { getRouteApi, useSearch } from '@tanstack/react-router';
import { MembersScreen } from '#web/features/members/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';

const route = getRouteApi('/$subdomain/space/members');

export function MembersPage() {
  const space = useLoadedSpace(route.useLoaderData().space_id);
  const search: { role?: unknown; tab?: unknown } = useSearch({ strict: false });
  return (
    <div className="mx-auto w-full max-w-prose px-4 py-6 lg:py-8">
      <MembersScreen space={space} search={search} />
    </div>
  );
}
