import { rightAnswerOf, saveQuiz, saveQuizAnswer, submitQuiz } from '#server/features/quizzes/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from '../add-people.ts';
import type { DemoCourse } from '../content/courses.ts';
import { demoQuizzes } from '../content/quizzes.ts';
import { type DemoSpace, requireSpaceContext } from '../create-demo-space.ts';
import { createDice } from '../dice.ts';

const hour = 60 * 60_000;
/** How many members have taken a quiz: few, because each attempt is several transactions. */
const learners = 8;

/** Adds the quizzes of a course, and attempts of some members. `pageIds` are its pages by their titles. */
export async function fillQuizzes(
  platform: Platform,
  course: DemoCourse,
  pageIds: ReadonlyMap<string, string>,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const by = requireMember(people, course.by).viewer;
  const scope = await requireSpaceContext(platform, by, space.space_id);
  for (const quiz of demoQuizzes().filter((one) => one.course === course.title)) {
    const page_id = pageIds.get(quiz.page);
    if (!page_id) throw new Error(`There is no page ${quiz.page} in ${course.title}`);
    const { pass_percent } = quiz;
    const questions = quiz.questions.map(({ question }) => question);
    const settings = { pass_percent, max_attempts: null, is_shuffled: false, base_version: 0 };
    await withFrozenTime(now - 48 * hour, () =>
      saveQuiz(platform, by, scope, { ...settings, page_id, questions }),
    );
    const keys = [...space.joined.keys()].filter((key) => key !== course.by).sort();
    for (const [index, key] of keys.slice(0, learners).entries()) {
      const { viewer } = requireMember(people, key);
      const dice = createDice(`${quiz.page} ${key}`);
      const at = now - (40 - 4 * index) * hour;
      if (at <= (space.joined.get(key) ?? now)) continue;
      await withFrozenTime(at, async () => {
        for (const { question, wrong } of quiz.questions) {
          const answer = dice.next() < 0.75 ? rightAnswerOf(question) : wrong;
          await saveQuizAnswer(platform, viewer, scope, { page_id, question_id: question.id, answer });
        }
        await submitQuiz(platform, viewer, scope, { page_id, number: 1 });
      });
    }
  }
}
