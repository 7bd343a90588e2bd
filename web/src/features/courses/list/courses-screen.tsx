import '#web/styles/lazy/classroom.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { GraduationCap, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { DragGhost } from '#web/lib/drag/drag-ghost.tsx';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { useChannel } from '#web/lib/live/use-live.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { coursePages } from '../courses.api.ts';
import '../courses.live.ts';
import { CourseCard } from './course-card.tsx';
import { useCourseOrder } from './use-course-order.ts';

const courseForm = lazyComponent(
  async () => (await import('../writing/course-form-dialog.tsx')).CourseFormDialog,
);

/** The courses of a space. */
export function CoursesScreen({ space }: { space: Space }) {
  const pages = useInfiniteQuery(coursePages(space.id));
  const viewer = useViewer();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const ids = pages.data?.pages.flatMap(({ course_ids }) => course_ids) ?? [];
  useChannel(`space:${space.id}`, pages.data?.pages[0]?.live_cursor ?? null);
  const canCreate = space.permissions.canEditSpace && viewer !== null;
  const newCourse = canCreate && (
    <Button
      variant="primary"
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={() => setCreating(true)}
      onPointerEnter={() => void courseForm.preload()}
    >
      {t('New course')}
    </Button>
  );
  return (
    <>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-xl">{t('Classroom')}</h1>
        {ids.length > 0 && newCourse}
      </div>
      <PagedList
        pages={pages}
        count={ids.length}
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={<GraduationCap size={26} aria-hidden="true" />}
            title={t('No courses yet')}
            action={newCourse}
          >
            {canCreate
              ? t('Create a course and fill it with pages that members read and mark as done.')
              : t('New courses will show up here.')}
          </EmptyState>
        }
        failure={{ title: t("Couldn't load the courses"), text: t('Please try again.') }}
      >
        <Courses space={space} ids={ids} canMove={canCreate} />
      </PagedList>
      {isCreating && viewer && (
        <courseForm.Component
          spaceId={space.id}
          viewerId={viewer.id}
          course={null}
          onSaved={({ slug }) =>
            void navigate({
              to: '/$subdomain/space/classroom/$course',
              params: { subdomain: space.subdomain, course: slug },
            })
          }
          onClose={() => setCreating(false)}
          onLoadFailure={() => setCreating(false)}
        />
      )}
    </>
  );
}

interface CoursesProps {
  space: Space;
  ids: readonly string[];
  canMove: boolean;
}

function Courses({ space, ids, canMove }: CoursesProps) {
  const { drag, ghost, announcement, list } = useCourseOrder(space.id, canMove);
  const line = drag?.target?.line;
  return (
    <div className="relative" data-movable={canMove ? '' : undefined} {...list}>
      <ul className="course-grid">
        {ids.map((id) => (
          <CourseCard key={id} space={space} courseId={id} isDragged={id === drag?.item} canMove={canMove} />
        ))}
      </ul>
      {line && <div className="drop-line" style={line} data-upright={'left' in line ? '' : undefined} />}
      {drag && (
        <DragGhost ghost={ghost}>
          <CourseTitle courseId={drag.item} />
        </DragGhost>
      )}
      <div role="status" className="sr-only">
        {announcement}
      </div>
    </div>
  );
}

const CourseTitle = ({ courseId }: { courseId: string }) => useEntity('course', courseId)?.title;

function CardsSkeleton() {
  return (
    <div className="course-grid" aria-busy="true" aria-label={t('Loading')} role="status">
      {[0, 1, 2].map((card) => (
        <Card key={card} flush className="course-card">
          <Skeleton shape="block" className="course-cover" />
          <div className="course-about">
            <Skeleton width="70%" height="1.125rem" />
            <Skeleton />
            <Skeleton width="50%" />
          </div>
        </Card>
      ))}
    </div>
  );
}
