import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { Course } from '#contract/features/courses/courses.ts';
import type { CourseStatistics } from '#contract/features/courses/learners.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatNumber, formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import type { LearnerState } from '#contract/values/learner-states.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import '../courses.live.ts';
import { LearnerList } from './learner-list.tsx';
import { statisticsQuery } from './learners.api.ts';
import { PageStatistics } from './page-statistics.tsx';

/** What is listed: the pages, or the members in one state. */
export type ProgressView = 'pages' | LearnerState;

interface CourseProgressScreenProps {
  space: Space;
  course: Course;
  /** The slug, short id or id of the course, as in the address. */
  address: string;
  view: ProgressView;
}

/** How the members of a space progress in a course, for its editors. */
export function CourseProgressScreen({ space, course, address, view }: CourseProgressScreenProps) {
  const query = useQuery(statisticsQuery(course.id));
  const statistics = query.data?.statistics;
  const params = { subdomain: space.subdomain, course: address };
  return (
    <>
      <Link
        to="/$subdomain/space/classroom/$course"
        params={params}
        className="hit -ml-1 inline-flex max-w-full items-center gap-1.5 rounded-sm px-1 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden="true" className="flex-none" />
        <span className="truncate">{course.title}</span>
      </Link>
      <h1 className="mt-2 mb-4 text-xl">{t('Progress of members')}</h1>
      <Totals statistics={statistics} isFailed={query.isError} />
      <Views params={params} statistics={statistics} view={view} />
      {view !== 'pages' ? (
        <LearnerList key={view} space={space} course={course} state={view} statistics={statistics} />
      ) : statistics ? (
        <PageStatistics statistics={statistics} params={params} />
      ) : query.isError ? (
        <LoadFailure title={t("Couldn't load the progress")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      ) : (
        <Card aria-busy="true">
          {[70, 55, 80, 60].map((width) => (
            <Skeleton key={width} width={`${width}%`} className="my-3" />
          ))}
        </Card>
      )}
    </>
  );
}

function Totals({ statistics, isFailed }: { statistics: CourseStatistics | undefined; isFailed: boolean }) {
  const share = (count: number) =>
    statistics && statistics.member_count > 0 ? formatPercent(count / statistics.member_count) : undefined;
  return (
    <Card className="mb-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4" aria-busy={!statistics && !isFailed}>
        <Total label={t('Members')} value={statistics && formatNumber(statistics.member_count)} />
        <Total
          label={t('Started')}
          value={statistics && formatNumber(statistics.started_count)}
          share={statistics && share(statistics.started_count)}
        />
        <Total
          label={t('Finished')}
          value={statistics && formatNumber(statistics.finished_count)}
          share={statistics && share(statistics.finished_count)}
        />
        <Total
          label={t('Average progress')}
          value={statistics && formatPercent(statistics.average_progress / 100)}
        />
      </dl>
    </Card>
  );
}

interface TotalProps {
  label: string;
  /** Undefined until it is known. */
  value: string | undefined;
  /** Of all members. */
  share?: string | undefined;
}

function Total({ label, value = '–', share }: TotalProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="text-2xl leading-8 font-semibold tabular-nums">
        {value} {share && <span className="text-sm font-normal text-faint">{share}</span>}
      </dd>
    </div>
  );
}

interface ViewsProps {
  params: { subdomain: string; course: string };
  statistics: CourseStatistics | undefined;
  view: ProgressView;
}

function Views({ params, statistics, view: current }: ViewsProps) {
  const started = statistics && statistics.started_count - statistics.finished_count;
  const tabs: { view: ProgressView; label: string; count: number | undefined }[] = [
    { view: 'pages', label: t('Pages'), count: statistics?.page_count },
    { view: 'in_progress', label: t('In progress'), count: started },
    { view: 'finished', label: t('Finished'), count: statistics?.finished_count },
    {
      view: 'not_started',
      label: t('Not started'),
      count: statistics && statistics.member_count - statistics.started_count,
    },
  ];
  return (
    <nav aria-label={t('Progress of members')} className="tabs mb-4">
      {tabs.map(({ view, label, count }) => (
        <Link
          key={view}
          to="/$subdomain/space/classroom/$course/progress"
          params={params}
          search={{ show: view === 'pages' ? undefined : view }}
          replace
          resetScroll={false}
          className="tab inline-flex items-center gap-1.5"
          activeProps={{}}
          aria-current={view === current ? 'page' : undefined}
          data-active={view === current ? '' : undefined}
        >
          {label}
          {count !== undefined && <span className="text-faint tabular-nums">{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
