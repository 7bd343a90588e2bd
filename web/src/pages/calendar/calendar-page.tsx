import { CalendarScreen } from '#web/features/calendar/index.ts';
import { useLookedAround } from '#web/features/members/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

export function CalendarPage({ space, search }: TabProps) {
  useLookedAround(space, 'calendar');
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 lg:px-6 lg:py-8">
      <CalendarScreen space={space} search={search} />
    </div>
  );
}
