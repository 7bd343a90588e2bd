import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { QuizAnswer, ShownQuestion } from '#contract/features/quizzes/questions.ts';
import type { Quiz } from '#contract/features/quizzes/quizzes.ts';
import { t } from '#contract/i18n/translate.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { useReconnect } from '#web/lib/live/reconnect.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { pageQuizQuery, refetchQuiz, writeQuiz } from '../quizzes.api.ts';
import { type AnswerSaver, createAnswerSaver, type SaverState } from './answer-saver.ts';

type Answers = Record<string, QuizAnswer>;

interface Saving {
  state: SaverState;
  /** Why the last answer couldn't be saved. */
  reason: string | null;
}

/** Whether an answer can't be saved because its question was edited or deleted meanwhile. */
const isOutdated = (error: unknown): boolean =>
  isApiError(error, 'quiz_question_not_found') || isApiError(error, 'quiz_answer_invalid');

/** Stores an answer that was saved: whoever leaves the page and returns finds it, without another request. */
function writeAnswer(
  client: QueryClient,
  pageId: string,
  { number, questionId, answer }: { number: number; questionId: string; answer: QuizAnswer },
): void {
  client.setQueryData<{ quiz: Quiz }>(pageQuizQuery(pageId).queryKey, (data) => {
    if (!data) return data;
    const { attempt } = data.quiz;
    const answers = { ...(attempt?.number === number ? attempt.answers : {}), [questionId]: answer };
    return { quiz: { ...data.quiz, attempt: { number, answers } } };
  });
}

/** Returns the order in which the items of a question are shown until they are moved; null for other kinds. */
const shownOrder = ({ kind, choices }: ShownQuestion): string[] | null =>
  kind === 'order' ? choices.map(({ id }) => id) : null;

/** Whether a question waits for an answer. Two items may be shown in the right order already; more never are. */
const isOpen = (question: ShownQuestion, answers: Answers): boolean =>
  answers[question.id] === undefined && shownOrder(question)?.length !== 2;

/** The attempt of the viewer: answers are saved as they are chosen, and stay on this page while they can't be. */
export function useAttempt(quiz: Quiz, onSubmitted: () => void) {
  const { page_id } = quiz;
  const client = useQueryClient();
  const call = getApiClient(client);
  /** What was answered on this page. It wins over what the server has. */
  const [typed, setTyped] = useState<Answers>({});
  const [saving, setSaving] = useState<Saving>({ state: 'saved', reason: null });
  const [isSubmitting, setSubmitting] = useState(false);
  const [saver] = useState<AnswerSaver>(() =>
    createAnswerSaver({
      send: async (question_id, answer) => {
        try {
          const { number } = await call('save_quiz_answer', { page_id, question_id, answer });
          writeAnswer(client, page_id, { number, questionId: question_id, answer });
          return number;
        } catch (error) {
          if (!isOutdated(error)) throw error;
          // Sent again and again, it would keep all other answers from being saved.
          setTyped(({ [question_id]: current, ...others }) =>
            current === undefined || current === answer ? others : { ...others, [question_id]: current },
          );
          void refetchQuiz(client, page_id);
          return null;
        }
      },
      onState: (state, error) => {
        setSaving({ state, reason: error === undefined ? null : toMessage(error, t('Please try again.')) });
        // The last attempt was submitted elsewhere, or the quiz was deleted.
        if (isApiError(error)) void refetchQuiz(client, page_id);
      },
    }),
  );
  useReconnect(() => void saver.flush().catch(() => {}));
  useWarningBeforeLeaving(saver);
  const answers: Answers = { ...quiz.attempt?.answers, ...typed };
  const openCount = quiz.questions.filter((question) => isOpen(question, answers)).length;
  const answer = (questionId: string, given: QuizAnswer) => {
    setTyped((before) => ({ ...before, [questionId]: given }));
    saver.save(questionId, given);
  };
  const submit = async () => {
    setSubmitting(true);
    // What is submitted is what is shown, also where nothing was moved.
    for (const question of quiz.questions) {
      const order = shownOrder(question);
      if (order && answers[question.id] === undefined) saver.save(question.id, order);
    }
    try {
      const number = (await saver.flush()) ?? quiz.attempt?.number;
      if (number === undefined) return;
      const submitted = await call('submit_quiz', { page_id, number });
      setTyped({});
      writeQuiz(client, submitted.quiz);
      onSubmitted();
    } catch (error) {
      toast({
        title: t("Couldn't submit the quiz"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    } finally {
      setSubmitting(false);
    }
  };
  return {
    answers,
    openCount,
    saving,
    isSubmitting,
    answer,
    retry: () => void saver.flush().catch(() => {}),
    submit: () => void submit(),
  };
}

/** Lets the browser ask before a page is closed whose answers aren't saved. */
function useWarningBeforeLeaving(saver: AnswerSaver): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [saver]);
}
