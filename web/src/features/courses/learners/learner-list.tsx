import '#web/styles/lazy/classroom.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { Course } from '#contract/features/courses/courses.ts';
import type { CourseLearner, CourseStatistics } from '#contract/features/courses/learners.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { LearnerState } from '#contract/values/learner-states.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ProgressBar, Skeleton } from '#web/ui/progress.tsx';
import { learnerPages } from './learners.api.ts';

interface LearnerListProps {
  space: Space;
  course: Course;
  state: LearnerState;
  /** Names the pages. */
  statistics: CourseStatistics | undefined;
}

const toEmptyTitle = (state: LearnerState) =>
  ({
    in_progress: t('No one is in the middle of this course'),
    finished: t('No one has finished this course yet'),
    not_started: t('Everyone has started'),
  })[state];

/** The members in one state, loaded page by page. */
export function LearnerList({ space, course, state, statistics }: LearnerListProps) {
  const pages = useInfiniteQuery(learnerPages(course.id, state));
  const learners = pages.data?.pages.flatMap((page) => page.learners) ?? [];
  return (
    <PagedList
      pages={pages}
      count={learners.length}
      skeleton={<ListSkeleton />}
      empty={
        <Card flush>
          <EmptyState icon={<Users size={26} aria-hidden="true" />} title={toEmptyTitle(state)} />
        </Card>
      }
      failure={{
        title: t("Couldn't load the members"),
        text: toMessage(pages.error, t('Please try again.')),
      }}
    >
      <Card flush>
        <ul className="divide-y divide-line">
          {learners.map((learner) => (
            <li key={learner.person.id} className="page-progress">
              <MemberLine person={learner.person} spaceId={space.id} className="min-w-0 flex-1">
                <LastStep learner={learner} state={state} statistics={statistics} />
              </MemberLine>
              {state === 'in_progress' && (
                <div className="page-progress-bar">
                  <ProgressBar
                    label={t('{count, plural, one {# page} other {# pages}} done', {
                      count: learner.completed_count,
                    })}
                    value={learner.progress / 100}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </PagedList>
  );
}

/** What a member did last, and when. */
function LastStep({
  learner,
  state,
  statistics,
}: { learner: CourseLearner } & Omit<LearnerListProps, 'space' | 'course'>) {
  const { last_completed_at, joined_at, last_page_id } = learner;
  const page = statistics?.pages.find(({ id }) => id === last_page_id)?.title;
  const time = () => <RelativeTime at={last_completed_at ?? joined_at} long />;
  const text = () => {
    if (last_completed_at === null) return tRich('Joined <time></time>', { time });
    if (state === 'finished') return tRich('Finished <time></time>', { time });
    return page
      ? tRich('{page}, <time></time>', { page, time })
      : tRich('Last page done <time></time>', { time });
  };
  return <p className="text-sm text-soft wrap-anywhere">{text()}</p>;
}

function ListSkeleton() {
  return (
    <Card flush aria-busy="true">
      {[50, 35, 45].map((width) => (
        <div key={width} className="flex items-center gap-3 px-4 py-3">
          <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </Card>
  );
}
