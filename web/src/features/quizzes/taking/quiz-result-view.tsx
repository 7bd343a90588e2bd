import '#web/styles/lazy/classroom.css';
import { CircleCheck, CircleX } from 'lucide-react';
import type { QuizAnswer, ShownQuestion } from '#contract/features/quizzes/questions.ts';
import type { Quiz, QuizResult } from '#contract/features/quizzes/quizzes.ts';
import { formatNumber, formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

/** Returns an answer as text. */
export function answerText({ kind, choices }: ShownQuestion, answer: QuizAnswer): string {
  if (typeof answer === 'boolean') return answer ? t('True') : t('False');
  if (typeof answer === 'number') return formatNumber(answer, { maximumFractionDigits: 10 });
  if (typeof answer === 'string') return answer;
  const texts = answer.map((id) => choices.find((choice) => choice.id === id)?.text ?? '');
  return texts.join(kind === 'order' ? ' → ' : ', ');
}

/** What came of the last submitted attempt. */
export function QuizResultView({ quiz, result }: { quiz: Quiz; result: QuizResult }) {
  const { percent, right_count, question_count, is_passed, questions } = result;
  const share = formatPercent(percent / 100);
  const verdict = is_passed
    ? t('You passed')
    : quiz.is_passed
      ? t('Not passed this time')
      : t('Not passed yet');
  return (
    <div className="flex flex-col gap-4">
      <p className="quiz-verdict" data-passed={is_passed ? '' : undefined} role="status">
        {is_passed ? <CircleCheck size={22} aria-hidden="true" /> : <CircleX size={22} aria-hidden="true" />}
        <span>
          <b className="font-semibold">{verdict}</b>{' '}
          {t('{right, number} of {count, number} right ({share})', {
            right: right_count,
            count: question_count,
            share,
          })}
        </span>
      </p>
      <ol className="flex flex-col gap-4">
        {quiz.questions.map((question, index) => {
          const graded = questions.find(({ question_id }) => question_id === question.id);
          return graded && <QuestionResult key={question.id} number={index + 1} {...{ question, graded }} />;
        })}
      </ol>
    </div>
  );
}

interface QuestionResultProps {
  number: number;
  question: ShownQuestion;
  graded: QuizResult['questions'][number];
}

function QuestionResult({ number, question, graded }: QuestionResultProps) {
  const { is_right, explanation, right_answer } = graded;
  return (
    <li className="flex gap-2.5">
      {is_right ? (
        <CircleCheck size={20} className="mt-0.5 flex-none text-success-text" aria-label={t('Right')} />
      ) : (
        <CircleX size={20} className="mt-0.5 flex-none text-danger-text" aria-label={t('Wrong')} />
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{t('{number}. {question}', { number, question: question.text })}</p>
        {right_answer !== null && !is_right && (
          <p>{t('Right answer: {answer}', { answer: answerText(question, right_answer) })}</p>
        )}
        {explanation !== '' && <p className="text-soft">{explanation}</p>}
      </div>
    </li>
  );
}
