import { MemberList } from '#web/features/members/index.ts';
import { toMemberCount } from '#web/lib/member-count.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

export function MembersPage({ space }: TabProps) {
  return (
    <div className="mx-auto w-full max-w-prose px-4 py-6 lg:py-8">
      <h1 className="text-xl">Members</h1>
      <p className="mb-4 text-soft">{toMemberCount(space.member_count)}</p>
      <MemberList spaceId={space.id} />
    </div>
  );
}
