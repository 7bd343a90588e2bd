import { useQuery } from '@tanstack/react-query';
import type { QuizStatistics } from '#contract/features/quizzes/quizzes.ts';
import { formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { quizStatisticsQuery } from '../quizzes.api.ts';

interface QuizStatisticsDialogProps {
  pageId: string;
  onClose: () => void;
}

/** How members did in the quiz of a page. */
export function QuizStatisticsDialog({ pageId, onClose }: QuizStatisticsDialogProps) {
  const query = useQuery({ ...quizStatisticsQuery(pageId), refetchOnMount: 'always' });
  return (
    <Dialog open onOpenChange={onClose} title={t('Quiz results')}>
      {query.data ? (
        <Statistics statistics={query.data.statistics} />
      ) : query.isError ? (
        <LoadFailure title={t("Couldn't load the results")} onRetry={() => void query.refetch()}>
          {toMessage(query.error, t('Please try again.'))}
        </LoadFailure>
      ) : (
        <div className="min-h-60" aria-busy="true" />
      )}
    </Dialog>
  );
}

function Statistics({ statistics }: { statistics: QuizStatistics }) {
  const { attempt_count, learner_count, passed_count, average_percent, questions } = statistics;
  if (attempt_count === 0) return <p className="text-soft">{t('No one has submitted this quiz yet.')}</p>;
  return (
    <div className="flex flex-col gap-5">
      <p>
        {t(
          '{passed, number} of {count, plural, one {# member} other {# members}} passed, with {average} right on average.',
          {
            passed: passed_count,
            count: learner_count,
            average: formatPercent((average_percent ?? 0) / 100),
          },
        )}
      </p>
      <ol className="flex flex-col gap-4" aria-label={t('Questions')}>
        {questions.map(({ question_id, text, answered_count, right_count }, index) => {
          const share = answered_count > 0 ? right_count / answered_count : 0;
          return (
            <li key={question_id} className="flex flex-col gap-1.5">
              <p className="wrap-anywhere">
                {t('{number}. {question}', { number: index + 1, question: text })}
              </p>
              <ProgressBar
                label={t('{right, number} of {count, number} right', {
                  right: right_count,
                  count: answered_count,
                })}
                value={share}
                valueText={formatPercent(share)}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
