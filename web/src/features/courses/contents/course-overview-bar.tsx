import '#web/styles/lazy/classroom.css';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, Search, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { SpaceIcon } from '#web/features/spaces/index.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useCourse } from '../course-context.ts';
import { LinkedLockLine } from '../locks/lock-step.tsx';
import { CourseMenuButton } from './course-menu-button.tsx';
import { CourseProgress } from './course-progress.tsx';

interface CourseOverviewBarProps {
  search: string;
  onSearch: (text: string) => void;
}

/** The head of the overview of a course on phones. */
export function CourseOverviewBar({ search, onSearch }: CourseOverviewBarProps) {
  const { space, course } = useCourse();
  const [isSearching, setSearching] = useState(false);
  return (
    <>
      <div className="course-bar">
        <IconButton
          label={t('Back to Courses')}
          render={<Link to="/$subdomain/space/classroom" params={{ subdomain: space.subdomain }} />}
        >
          <ChevronLeft size={22} aria-hidden="true" />
        </IconButton>
        <SpaceIcon space={space} size="sm" />
        <span className="ml-1 min-w-0 flex-1 truncate font-semibold">{space.name}</span>
        <IconButton
          label={isSearching ? t('Close search') : t('Search pages')}
          aria-expanded={isSearching}
          onClick={() => {
            setSearching(!isSearching);
            onSearch('');
          }}
        >
          {isSearching ? <X size={20} aria-hidden="true" /> : <Search size={20} aria-hidden="true" />}
        </IconButton>
        <CourseMenuButton isPhone />
      </div>
      {isSearching && (
        <SearchField
          autoFocus
          className="mt-3"
          label={t('Search pages')}
          value={search}
          onChange={onSearch}
        />
      )}
      <div className="my-4">
        <div className="flex items-start gap-2">
          <h1 className="min-w-0 flex-1 text-xl leading-7 wrap-anywhere">{course.title}</h1>
          {!course.is_published && <Badge className="mt-1">{t('Draft')}</Badge>}
        </div>
        {course.lock && <LinkedLockLine lock={course.lock} className="mt-2" />}
        <CourseProgress className="course-progress mt-3" />
      </div>
    </>
  );
}
