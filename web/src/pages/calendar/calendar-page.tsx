import { CalendarScreen } from '#web/features/calendar/index.ts';
import { useLookedAround } from '#web/features/members/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

export function CalendarPage({ space, search }: TabProps) {
  useLookedAround(space, 'calendar');
  return (
    <Page>
      <CalendarScreen space={space} search={search} />
    </Page>
  );
}
