import { getRouteApi } from '@tanstack/react-router';
import { MemberList } from '#web/features/members/index.ts';
import { useLoadedSpace } from '#web/features/spaces/index.ts';
import { toMemberCount } from '#web/lib/member-count.ts';

const route = getRouteApi('/$subdomain/space/members');

export function MembersPage() {
  const space = useLoadedSpace(route.useLoaderData().space_id);
  return (
    <div className="mx-auto w-full max-w-prose px-4 py-6 lg:py-8">
      <h1 className="text-xl">Members</h1>
      <p className="mb-4 text-soft">{toMemberCount(space.member_count)}</p>
      <MemberList spaceId={space.id} />
    </div>
  );
}
