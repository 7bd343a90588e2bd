import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuizSource } from '#contract/features/quizzes/quizzes.ts';
import { t } from '#contract/i18n/translate.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { quizSourceQuery, refetchQuiz } from '../quizzes.api.ts';
import { emptyQuiz, type QuizDraft, type QuizProblems, readQuestions, toQuizDraft } from './quiz-draft.ts';

interface QuizFormOptions {
  pageId: string;
  viewerId: string;
  /** The saved quiz; null for a new one. */
  source: QuizSource | null;
  onSaved: () => void;
  onDiscarded: () => void;
}

/** The form that writes a quiz. What is typed is kept in this browser until it's saved or discarded. */
export function useQuizForm({ pageId, viewerId, source, onSaved, onDiscarded }: QuizFormOptions) {
  const client = useQueryClient();
  const call = getApiClient(client);
  const [opened] = useState(() => (source ? toQuizDraft(source) : emptyQuiz()));
  const draft = useBrowserDraft<QuizDraft>({
    userId: viewerId,
    draftKey: `quiz:${pageId}`,
    initial: opened,
    parse: (saved) => ({ ...opened, ...(saved as Partial<QuizDraft>) }),
  });
  const keep = (saved: QuizSource) =>
    client.setQueryData(quizSourceQuery(pageId).queryKey, { source: saved });
  const form = useDraftedForm<QuizDraft, QuizProblems, QuizSource, QuizSource>({
    storage: draft,
    validate: ({ questions }) => readQuestions(questions).problems,
    send: async ({ questions, max_attempts, version, ...settings }) => {
      const saved = await call('save_quiz', {
        ...settings,
        page_id: pageId,
        questions: readQuestions(questions).questions,
        max_attempts: max_attempts === 0 ? null : max_attempts,
        base_version: version,
      });
      return saved.source;
    },
    onSent: (saved) => {
      keep(saved);
      void refetchQuiz(client, pageId);
      onSaved();
    },
    onDiscarded,
    failure: { title: t("Couldn't save the quiz"), fallback: t('Please try again.') },
    conflict: {
      find: (error) =>
        isApiError(error, 'quiz_edit_conflict') ? (error.data as { source: QuizSource | null }).source : null,
      overwrite: ({ version }) => ({ version }),
    },
  });
  return {
    ...form,
    draft: draft.values,
    isClean: JSON.stringify(draft.values) === JSON.stringify(opened),
    takeTheirs: () => {
      if (!form.theirs) return;
      keep(form.theirs);
      draft.restart(toQuizDraft(form.theirs));
      form.closeConflict();
    },
  };
}
