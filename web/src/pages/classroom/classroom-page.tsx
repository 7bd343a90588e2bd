import { usePreloadedPage } from '#web/app/routing/use-preloaded-page.ts';
import { CoursesScreen } from '#web/features/courses/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { Page } from '#web/ui/page/page-grid.tsx';

const importLoader = () => import('#web/pages/course/load-courses.ts');

export function ClassroomPage({ space }: TabProps) {
  usePreloadedPage('/$subdomain/space/classroom/$course', importLoader);
  return (
    <Page>
      <CoursesScreen space={space} />
    </Page>
  );
}
