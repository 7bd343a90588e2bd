import '#web/styles/lazy/classroom.css';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { CourseStatistics } from '#contract/features/courses/learners.ts';
import { formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';

interface PageStatisticsProps {
  statistics: CourseStatistics;
  params: { subdomain: string; course: string };
}

/** How many members have done each page, and how many went no further. */
export function PageStatistics({ statistics, params }: PageStatisticsProps) {
  const { pages, member_count } = statistics;
  if (pages.length === 0)
    return (
      <Card flush>
        <EmptyState icon={<FileText size={26} aria-hidden="true" />} title={t('No published pages yet')}>
          {t('Publish pages to see how many members have done each one.')}
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <ol className="divide-y divide-line" aria-label={t('Pages')}>
        {pages.map(({ id, title, completed_count, stopped_count }) => (
          <li key={id} className="page-progress">
            <div className="min-w-0 flex-1">
              <Link
                to="/$subdomain/space/classroom/$course"
                params={params}
                search={{ md: id }}
                className="font-medium wrap-anywhere hover:underline"
              >
                {title}
              </Link>
              {stopped_count > 0 && (
                <p className="text-sm text-soft">
                  {t('{count, plural, one {# member} other {# members}} stopped after this page', {
                    count: stopped_count,
                  })}
                </p>
              )}
            </div>
            <div className="page-progress-bar">
              <ProgressBar
                label={t('{count, number} done', { count: completed_count })}
                value={member_count > 0 ? completed_count / member_count : 0}
                valueText={formatPercent(member_count > 0 ? completed_count / member_count : 0)}
              />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
