import { CoursesScreen } from '#web/features/courses/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

export function ClassroomPage({ space }: TabProps) {
  return (
    <Page>
      <CoursesScreen space={space} />
    </Page>
  );
}
