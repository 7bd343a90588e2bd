import { beforeEach, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { refetchQuizzes } from './quizzes.api.ts';
import './quizzes.live.ts';

let client: ReturnType<typeof createQueryClient>;
const quizzes = ['p1', 'p2'].map((page_id) => ['get_page_quiz', { page_id }]);
const statistics = ['p1', 'p2'].map((page_id) => ['get_quiz_statistics', { page_id }]);
const keys = [...quizzes, ...statistics];
beforeEach(() => {
  client = createQueryClient((async () => ({})) as never);
  for (const key of keys) client.setQueryData(key, {});
});
const outdated = () => keys.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated);

it('An attempt on another device outdates the quiz of its page', () => {
  const event = { type: 'quiz.attempt_changed', payload: { page_id: 'p1' }, channel: 'user:u1', seq: 1 };
  applyLiveEvent(event as LiveEvent, { client, viewerId: 'u1' });
  expect(outdated()).toEqual(quizzes.slice(0, 1));
});

it('Events of a space that were missed for good outdate all quizzes', () => {
  refetchChannel('space:s1', { client, viewerId: 'u1' });
  expect(outdated()).toEqual(quizzes);
});

it('Pages that changed outdate their quizzes and statistics; an unknown page, all quizzes', () => {
  refetchQuizzes(client, ['p2']);
  expect(outdated()).toEqual([quizzes[1], statistics[1]]);
  refetchQuizzes(client, []);
  expect(outdated()).toEqual([...quizzes, statistics[1]]);
});
