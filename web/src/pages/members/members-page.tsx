import { MembersScreen } from '#web/features/members/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

export function MembersPage({ space, search }: TabProps) {
  return (
    <div className="mx-auto w-full max-w-feed px-4 py-6 lg:py-8">
      <MembersScreen space={space} search={search} />
    </div>
  );
}
