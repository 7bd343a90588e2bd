import '#web/styles/lazy/classroom.css';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Quiz } from '#contract/features/quizzes/quizzes.ts';
import { formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { pageQuizQuery } from '../quizzes.api.ts';
import { QuestionField } from './question-field.tsx';
import { QuizResultView } from './quiz-result-view.tsx';
import { useAttempt } from './use-attempt.ts';
import '../quizzes.live.ts';

interface QuizViewProps {
  pageId: string;
  /** Whether the viewer is a member, who can take it. */
  isMember: boolean;
  /** Called after an attempt was submitted. */
  onSubmitted: () => void;
}

/** The quiz below the text of a page. */
export function QuizView({ pageId, isMember, onSubmitted }: QuizViewProps) {
  const query = useQuery(pageQuizQuery(pageId));
  if (query.data)
    return <LoadedQuiz key={pageId} quiz={query.data.quiz} isMember={isMember} onSubmitted={onSubmitted} />;
  if (query.isError)
    return (
      <LoadFailure title={t("Couldn't load the quiz")} onRetry={() => void query.refetch()}>
        {toMessage(query.error, t('Please try again.'))}
      </LoadFailure>
    );
  return <div className="quiz min-h-40" aria-busy="true" />;
}

const left = ({ max_attempts, attempts_used }: Quiz) =>
  max_attempts === null ? null : Math.max(0, max_attempts - attempts_used);

/** What someone should know before they begin. */
function QuizFacts({ quiz }: { quiz: Quiz }) {
  const attemptsLeft = left(quiz);
  const facts = [
    t('{count, plural, one {# question} other {# questions}}', { count: quiz.questions.length }),
    t('{share} to pass', { share: formatPercent(quiz.pass_percent / 100) }),
    ...(attemptsLeft === null
      ? []
      : [
          t('{count, plural, =0 {no attempts left} one {# attempt left} other {# attempts left}}', {
            count: attemptsLeft,
          }),
        ]),
  ];
  return <p className="text-sm text-soft">{facts.join(' · ')}</p>;
}

function LoadedQuiz({ quiz, isMember, onSubmitted }: Omit<QuizViewProps, 'pageId'> & { quiz: Quiz }) {
  const box = useRef<HTMLElement>(null);
  const [isRetaking, setRetaking] = useState(false);
  const { last_result, attempt } = quiz;
  const showsResult = last_result !== null && attempt === null && !isRetaking;
  const canTake = isMember && left(quiz) !== 0;
  const showTop = () => box.current?.scrollIntoView({ block: 'start' });
  return (
    <section ref={box} className="quiz" aria-labelledby={`quiz-${quiz.page_id}`} id="quiz">
      <div>
        <h2 id={`quiz-${quiz.page_id}`} className="text-xl">
          {t('Quiz')}
        </h2>
        <QuizFacts quiz={quiz} />
      </div>
      {showsResult && <QuizResultView quiz={quiz} result={last_result} />}
      {showsResult && canTake && (
        <Button
          variant={last_result.is_passed ? 'secondary' : 'primary'}
          className="self-start"
          onClick={() => setRetaking(true)}
        >
          {last_result.is_passed ? t('Take it again') : t('Try again')}
        </Button>
      )}
      {!showsResult && canTake && (
        <QuizForm
          quiz={quiz}
          onSubmitted={() => {
            setRetaking(false);
            showTop();
            onSubmitted();
          }}
        />
      )}
      {!isMember && <p>{t('Join this space to take the quiz.')}</p>}
    </section>
  );
}

function QuizForm({ quiz, onSubmitted }: { quiz: Quiz; onSubmitted: () => void }) {
  const { answers, openCount, saving, isSubmitting, answer, retry, submit } = useAttempt(quiz, onSubmitted);
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submit();
      }}
    >
      {quiz.questions.map((question, index) => (
        <QuestionField
          key={question.id}
          number={index + 1}
          question={question}
          answer={answers[question.id]}
          onAnswer={(given) => answer(question.id, given)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          disabled={openCount === quiz.questions.length}
          loading={isSubmitting}
          loadingLabel={t('Submitting')}
        >
          {t('Submit quiz')}
        </Button>
        <p className="text-sm text-soft" role="status">
          {openCount > 0
            ? t('{count, plural, one {# question is} other {# questions are}} still open.', {
                count: openCount,
              })
            : saving.state === 'saved' && t('Your answers are saved.')}
        </p>
      </div>
      {saving.state === 'failed' && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-danger-text" role="alert">
          {t("Your last answer isn't saved. {reason}", { reason: saving.reason ?? '' })}
          <Button size="sm" variant="quiet" className="-ml-2.5" onClick={retry}>
            {t('Try again')}
          </Button>
        </p>
      )}
    </form>
  );
}
