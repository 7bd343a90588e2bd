import { expect, it } from 'vitest';
import { newMember, newPerson, newSpace } from '#testing/people.ts';
import { newQuizPage, quizInput, trueQuestion } from '#testing/samples/quizzes.ts';
import { sharedServer } from '#testing/server.ts';
import { coursePageQuery } from '#web/features/courses/index.ts';
import { pageQuizQuery } from '#web/features/quizzes/quizzes.api.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { expectLiveEqualsFetch, type LiveView } from './expect-live-equals-fetch.ts';

const server = sharedServer();

it('An open quiz shows what a newly loaded one does while it is taken elsewhere and edited', async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const member = await newMember(server, space);
  const questions = [trueQuestion('A'), trueQuestion('B')];
  const { page_id } = await newQuizPage(server, owner, space, { questions });
  const view: LiveView<unknown> = {
    channels: ({ user }) => [`space:${space.id}`, `user:${user.id}`],
    load: async (client) => {
      const { live_cursor } = await client.fetchQuery(spaceQuery(space.subdomain));
      await client.fetchQuery(coursePageQuery(page_id));
      await client.fetchQuery(pageQuizQuery(page_id)).catch((error) => expect(error.status).toBe(404));
      return live_cursor;
    },
    settle: async (client) => {
      await client.refetchQueries({ predicate: ({ state }) => state.isInvalidated });
    },
    shown: (client) => {
      const state = client.getQueryState(pageQuizQuery(page_id).queryKey);
      return {
        page: readEntity(client, 'course_page', page_id),
        quiz: state?.status === 'success' ? client.getQueryData(pageQuizQuery(page_id).queryKey) : null,
      };
    },
  };
  const answer = (index: number) =>
    member.call('save_quiz_answer', { page_id, question_id: questions[index]?.id ?? '', answer: true });
  const edit = (base_version: number) =>
    owner.call('save_quiz', { ...quizInput({ questions: questions.slice(0, 1), base_version }), page_id });
  const steps = [
    () => answer(0),
    () => answer(1),
    () => member.call('submit_quiz', { page_id, number: 1 }),
    () => edit(1),
    () => answer(0),
    () => owner.call('delete_quiz', { page_id }),
    () => edit(0),
  ];
  for (const step of steps)
    await expectLiveEqualsFetch(server, space.id, [owner, member], view, async () => void (await step()));
});
