import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { quizStatisticsQuery, refetchQuiz } from './quizzes.api.ts';

// Each viewer sees a quiz with their own attempts, so events only name its page.
registerLiveHandler('quiz.changed', ({ payload: { page_id } }, { client }) => {
  void refetchQuiz(client, page_id);
  void client.invalidateQueries({ queryKey: quizStatisticsQuery(page_id).queryKey });
});

registerLiveHandler('quiz.attempt_changed', ({ payload: { page_id } }, { client }) => {
  void refetchQuiz(client, page_id);
});

registerChannelRefetch('space', (_spaceId, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_page_quiz'] });
});
