import { registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { refetchQuiz } from './quizzes.api.ts';

// The viewer's own attempt, perhaps on another device. Edits of a quiz are changes of its page: see `refetchQuizzes`.
registerLiveHandler('quiz.attempt_changed', ({ payload: { page_id } }, { client }) => {
  void refetchQuiz(client, page_id);
});

registerChannelRefetch('space', (_spaceId, { client }) => {
  void client.invalidateQueries({ queryKey: ['get_page_quiz'] });
});
