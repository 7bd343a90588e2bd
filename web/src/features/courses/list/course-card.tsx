import '#web/styles/lazy/classroom.css';
import { Link } from '@tanstack/react-router';
import { Ellipsis, GraduationCap } from 'lucide-react';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LockLine } from '#web/features/access/index.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { LockMark } from '../contents/lock-mark.tsx';
import { moveKeys } from '../contents/page-row.tsx';
import type { CourseCardMenuProps } from './course-card-menu.tsx';

const cardMenu = lazyOverlay<CourseCardMenuProps>(
  async () => (await import('./course-card-menu.tsx')).CourseCardMenu,
);

interface CourseCardProps {
  space: Space;
  courseId: string;
  isDragged: boolean;
  canMove: boolean;
}

/** A course in the list of a space. */
export function CourseCard({ space, courseId, isDragged, canMove }: CourseCardProps) {
  const course = useEntity('course', courseId);
  const viewer = useViewer();
  if (!course) return null;
  const { title, description, page_count, progress } = course;
  return (
    <Card
      render={<li data-course={courseId} data-dragged={isDragged ? '' : undefined} />}
      flush
      interactive
      className="course-card"
    >
      <CourseCover course={course} />
      <div className="course-about">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-lg leading-6 font-semibold">
            <Link
              to="/$subdomain/space/classroom/$course"
              params={{ subdomain: space.subdomain, course: course.slug }}
              className="card-link line-clamp-2 wrap-anywhere"
              aria-keyshortcuts={canMove ? moveKeys : undefined}
            >
              {title}
            </Link>
          </h2>
          {course.access && <LockMark isLocked={false} />}
          {!course.is_published && <Badge>{t('Draft')}</Badge>}
          {course.can_edit && viewer && (
            <span className="relative z-1 -my-1 -mr-2">
              <LazyPopup
                opens="menu"
                popup={cardMenu}
                popupProps={{ space, course, viewerId: viewer.id }}
                button={
                  <IconButton label={t('Options of {title}', { title })} size="sm">
                    <Ellipsis size={20} aria-hidden="true" />
                  </IconButton>
                }
              />
            </span>
          )}
        </div>
        {course.lock && <LockLine lock={course.lock} />}
        {description && <p className="line-clamp-2 text-soft wrap-anywhere">{description}</p>}
        <div className="mt-auto pt-3">
          {progress === null || page_count === 0 ? (
            <p className="text-sm text-soft">{toPageCount(page_count)}</p>
          ) : (
            <ProgressBar label={toPageCount(page_count)} value={progress / 100} />
          )}
        </div>
      </div>
    </Card>
  );
}

const toPageCount = (count: number) =>
  t('{count, plural, =0 {No pages yet} one {# page} other {# pages}}', { count });

function CourseCover({ course: { cover } }: { course: Course }) {
  if (cover)
    return (
      <img
        src={cover.url}
        srcSet={cover.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        width={cover.width}
        height={cover.height}
        loading="lazy"
        decoding="async"
        alt=""
        style={{ background: cover.color }}
        sizes="(width >= 64rem) 22rem, (width >= 40rem) 50vw, 100vw"
        className="course-cover object-cover"
      />
    );
  return (
    <div className="course-cover grid place-items-center bg-accent-soft text-accent-text">
      <GraduationCap size={40} strokeWidth={1.5} aria-hidden="true" />
    </div>
  );
}
