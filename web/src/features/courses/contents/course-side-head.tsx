import { Link } from '@tanstack/react-router';
import { ArrowLeft, Plus } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { useCourse } from '../course-context.ts';
import { LinkedLockLine } from '../locks/lock-step.tsx';
import { CourseMenuButton } from './course-menu-button.tsx';
import { CourseProgress } from './course-progress.tsx';

interface CourseSideHeadProps {
  isHeading: boolean;
  search: string;
  onSearch: (text: string) => void;
}

/** From how many pages a course has a search on wide windows, where its contents are always in sight. */
const searchedFrom = 6;

/** The head of the contents on wide windows. `isHeading` if no page with a heading is beside it. */
export function CourseSideHead({ isHeading, search, onSearch }: CourseSideHeadProps) {
  const { space, course, tree, newPage, isCreating } = useCourse();
  const Title = isHeading ? 'h1' : 'p';
  return (
    <div className="mb-3">
      <Link
        to="/$subdomain/space/classroom"
        params={{ subdomain: space.subdomain }}
        className="hit -ml-1 inline-flex items-center gap-1.5 rounded-sm px-1 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {t('Back to Courses')}
      </Link>
      <div className="mt-2 flex items-start gap-2">
        <Title className="min-w-0 flex-1 text-lg leading-6 font-semibold wrap-anywhere">{course.title}</Title>
        {!course.is_published && <Badge>{t('Draft')}</Badge>}
        {course.can_edit && <CourseMenuButton size="sm" />}
      </div>
      {course.lock && <LinkedLockLine lock={course.lock} className="mt-2" />}
      <CourseProgress className="mt-3" />
      {course.can_edit && (
        <Button
          block
          className="mt-4"
          icon={<Plus size={18} aria-hidden="true" />}
          disabled={isCreating}
          onClick={() => newPage(null)}
        >
          {isCreating ? t('Creating...') : t('New page')}
        </Button>
      )}
      {tree.pages.length >= searchedFrom && (
        <SearchField className="mt-3" label={t('Search pages')} value={search} onChange={onSearch} />
      )}
    </div>
  );
}
