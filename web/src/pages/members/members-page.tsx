import { MembersScreen } from '#web/features/members/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

export function MembersPage({ space, search }: TabProps) {
  return (
    <Page>
      <MembersScreen space={space} search={search} />
    </Page>
  );
}
