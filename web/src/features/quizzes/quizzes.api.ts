import type { QueryClient } from '@tanstack/react-query';
import type { Quiz } from '#contract/features/quizzes/quizzes.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** The quiz of a page as the viewer sees it. */
export const pageQuizQuery = (pageId: string) => apiQuery('get_page_quiz', { page_id: pageId });

/** The quiz of a page with its right answers, for editors. */
export const quizSourceQuery = (pageId: string) => apiQuery('get_quiz_source', { page_id: pageId });

/** How learners did in the quiz of a page, for editors. */
export const quizStatisticsQuery = (pageId: string) => apiQuery('get_quiz_statistics', { page_id: pageId });

export const refetchQuiz = (client: QueryClient, pageId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: pageQuizQuery(pageId).queryKey });

/** Refetches the quizzes of these pages that were opened, or all of them. */
export function refetchQuizzes(client: QueryClient, pageIds: readonly string[]): void {
  if (pageIds.length === 0) void client.invalidateQueries({ queryKey: ['get_page_quiz'] });
  for (const id of pageIds) {
    void refetchQuiz(client, id);
    void client.invalidateQueries({ queryKey: quizStatisticsQuery(id).queryKey });
  }
}

/** Stores the quiz of a page that a response contains. */
export function writeQuiz(client: QueryClient, quiz: Quiz): void {
  client.setQueryData(pageQuizQuery(quiz.page_id).queryKey, { quiz });
}
