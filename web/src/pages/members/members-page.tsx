import { MembersScreen } from '#web/features/members/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

export function MembersPage({ space, search }: TabProps) {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 lg:px-6">
      <MembersScreen space={space} search={search} />
    </div>
  );
}
