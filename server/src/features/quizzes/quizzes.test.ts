import { beforeAll, describe, expect, it } from 'vitest';
import type { QuizQuestion } from '#contract/features/quizzes/questions.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { newId } from '#server/platform/ids.ts';
import { newNeighbors } from '#testing/neighbors.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishedEvents } from '#testing/published-events.ts';
import { outcomeOf } from '#testing/responses.ts';
import { readCourse } from '#testing/samples/courses.ts';
import { newQuizPage, quizInput, trueQuestion } from '#testing/samples/quizzes.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer({ runsJobs: false });
let owner: TestPerson;
let member: TestPerson;
let space: Space;

beforeAll(async () => {
  owner = await newPerson(server);
  space = await newSpace(owner);
  await newNeighbors(server, owner, space);
  member = await newMember(server, space);
});

const choiceQuestion = (): QuizQuestion & { kind: 'single' } => ({
  id: newId(),
  kind: 'single',
  text: 'Which flour?',
  explanation: 'It has the most gluten.',
  choices: [
    { id: newId(), text: 'Wheat', is_correct: true },
    { id: newId(), text: 'Corn', is_correct: false },
  ],
});
const idOfChoice = ({ choices }: QuizQuestion & { kind: 'single' }, isCorrect: boolean): string =>
  choices.find(({ is_correct }) => is_correct === isCorrect)?.id ?? '';
const getQuiz = async (person: TestPerson, page_id: string) =>
  (await person.call('get_page_quiz', { page_id })).quiz;
const completedAt = async (person: TestPerson, page_id: string) =>
  (await person.call('get_course_page', { page_id })).page.completed_at;
const answer = (person: TestPerson, page_id: string, question_id: string, given: string[] | boolean) =>
  person.call('save_quiz_answer', { page_id, question_id, answer: given });

describe('Taking a quiz', () => {
  it('grades on the server, shows explanations, and marks the page as done once it is passed', async () => {
    const [choice, statement] = [choiceQuestion(), trueQuestion()];
    const { page_id } = await newQuizPage(server, owner, space, {
      questions: [choice, statement],
      pass_percent: 100,
    });
    await answer(member, page_id, choice.id, [idOfChoice(choice, false)]);
    await answer(member, page_id, statement.id, true);
    const failed = await member.call('submit_quiz', { page_id, number: 1 });
    expect(failed.result).toMatchObject({ percent: 50, right_count: 1, question_count: 2, is_passed: false });
    expect(failed.result.questions).toEqual([
      { question_id: choice.id, is_right: false, explanation: choice.explanation, right_answer: null },
      { question_id: statement.id, is_right: true, explanation: statement.explanation, right_answer: null },
    ]);
    expect(await completedAt(member, page_id)).toBeNull();

    expect((await answer(member, page_id, choice.id, [idOfChoice(choice, true)])).number).toBe(2);
    await answer(member, page_id, statement.id, true);
    const passed = await member.call('submit_quiz', { page_id, number: 2 });
    expect(passed.result.is_passed).toBe(true);
    expect(passed.result.questions.map(({ right_answer }) => right_answer)).toEqual([
      [idOfChoice(choice, true)],
      true,
    ]);
    expect(passed.quiz).toMatchObject({ attempts_used: 2, is_passed: true, attempt: null });
    expect(await completedAt(member, page_id)).not.toBeNull();
    expect(await completedAt(owner, page_id)).toBeNull();
  });

  it('keeps each answer, and the last one to a question counts', async () => {
    const [choice, statement] = [choiceQuestion(), trueQuestion()];
    const { page_id } = await newQuizPage(server, owner, space, { questions: [choice, statement] });
    await answer(member, page_id, statement.id, false);
    await answer(member, page_id, choice.id, [idOfChoice(choice, true)]);
    await answer(member, page_id, statement.id, true);
    const { attempt } = await getQuiz(member, page_id);
    expect(attempt).toEqual({
      number: 1,
      answers: { [statement.id]: true, [choice.id]: [idOfChoice(choice, true)] },
    });
    expect((await getQuiz(owner, page_id)).attempt).toBeNull();
  });

  it('returns the same result when it is submitted twice', async () => {
    const { page_id, questions } = await newQuizPage(server, owner, space);
    await answer(member, page_id, questions[0]?.id ?? '', true);
    const first = await member.call('submit_quiz', { page_id, number: 1 });
    const second = await member.call('submit_quiz', { page_id, number: 1 });
    expect(second.result).toEqual(first.result);
    expect(second.quiz.attempts_used).toBe(1);
  });

  it('ends when no attempt is left, and then shows what was right', async () => {
    const statement = trueQuestion();
    const input = { questions: [statement], max_attempts: 1, pass_percent: 100 };
    const { page_id } = await newQuizPage(server, owner, space, input);
    await answer(member, page_id, statement.id, false);
    const { result } = await member.call('submit_quiz', { page_id, number: 1 });
    expect(result.questions[0]?.right_answer).toBe(true);
    expect(await outcomeOf(answer(member, page_id, statement.id, true))).toBe('quiz_attempts_used');
    expect((await getQuiz(member, page_id)).last_result?.is_passed).toBe(false);
  });

  it('that has begun hides what was right, also if the limit is lowered meanwhile', async () => {
    const statement = trueQuestion();
    const input = { questions: [statement], max_attempts: 3, pass_percent: 100 };
    const { page_id } = await newQuizPage(server, owner, space, input);
    await answer(member, page_id, statement.id, false);
    await member.call('submit_quiz', { page_id, number: 1 });
    await answer(member, page_id, statement.id, false);
    await owner.call('save_quiz', { ...quizInput({ ...input, max_attempts: 1, base_version: 1 }), page_id });
    expect((await getQuiz(member, page_id)).last_result?.questions[0]?.right_answer).toBeNull();
    const again = await member.call('submit_quiz', { page_id, number: 1 });
    expect(again.result.questions[0]?.right_answer).toBeNull();
    const { result } = await member.call('submit_quiz', { page_id, number: 2 });
    expect(result.questions[0]?.right_answer).toBe(true);
  });

  it('begins one attempt for answers that arrive at the same time', async () => {
    const questions = [trueQuestion('A'), trueQuestion('B'), trueQuestion('C')];
    const { page_id } = await newQuizPage(server, owner, space, { questions });
    const saved = await Promise.all(questions.map(({ id }) => answer(member, page_id, id, true)));
    expect(saved.map(({ number }) => number)).toEqual([1, 1, 1]);
    expect(Object.keys((await getQuiz(member, page_id)).attempt?.answers ?? {})).toHaveLength(3);
  });

  it("rejects what doesn't fit", async () => {
    const [choice] = [choiceQuestion()];
    const { page_id } = await newQuizPage(server, owner, space, { questions: [choice] });
    expect(await outcomeOf(answer(member, page_id, choice.id, [newId()]))).toBe('quiz_answer_invalid');
    expect(await outcomeOf(answer(member, page_id, newId(), true))).toBe('quiz_question_not_found');
    expect(await outcomeOf(member.call('submit_quiz', { page_id, number: 1 }))).toBe(
      'quiz_attempt_not_found',
    );
    await member.call('delete_quiz', { page_id }).catch(() => {});
    await owner.call('delete_quiz', { page_id });
    expect(await outcomeOf(answer(member, page_id, choice.id, true))).toBe('quiz_not_found');
    expect(await outcomeOf(getQuiz(member, page_id))).toBe('quiz_not_found');
  });

  it('tells the other devices of the learner, and no one else', async () => {
    const { page_id, questions } = await newQuizPage(server, owner, space);
    await answer(member, page_id, questions[0]?.id ?? '', true);
    const events = await publishedEvents(server, `user:${member.user.id}`, 'quiz.attempt_changed');
    expect(events.at(-1)).toEqual({ space_id: space.id, page_id });
    expect(await publishedEvents(server, `space:${space.id}`, 'quiz.attempt_changed')).toEqual([]);
  });
});

describe('Right answers', () => {
  it('never reach learners before the quiz is submitted', async () => {
    const choice = choiceQuestion();
    const order: QuizQuestion = {
      ...{ id: newId(), kind: 'order', text: 'In which order?', explanation: 'secret-explanation' },
      choices: ['one', 'two', 'three'].map((text) => ({ id: newId(), text })),
    };
    const text: QuizQuestion = {
      ...{ id: newId(), kind: 'short_text', text: 'Name?', explanation: '' },
      accepted: ['secret-text'],
    };
    const { page_id } = await newQuizPage(server, owner, space, { questions: [choice, order, text] });
    for (const person of [member, server.client()]) {
      const quiz = JSON.stringify(await person.call('get_page_quiz', { page_id }));
      expect(quiz).not.toMatch(/is_correct|accepted|secret|explanation|right_answer/);
      expect(quiz).toContain('In which order?');
    }
    const shown = (await getQuiz(member, page_id)).questions.find(({ id }) => id === order.id);
    expect(shown?.choices.map(({ text: label }) => label)).not.toEqual(['one', 'two', 'three']);
  });

  it('of questions and choices are shuffled anew for each attempt, but stay where they are during one', async () => {
    const questions = Array.from({ length: 8 }, (_, n) => trueQuestion(`Question ${n}`));
    const { page_id } = await newQuizPage(server, owner, space, { questions, is_shuffled: true });
    const ids = async () => (await getQuiz(member, page_id)).questions.map(({ id }) => id);
    const first = await ids();
    await answer(member, page_id, questions[0]?.id ?? '', true);
    expect(await ids()).toEqual(first);
    await member.call('submit_quiz', { page_id, number: 1 });
    const second = await ids();
    expect(second).not.toEqual(first);
    expect(second.toSorted()).toEqual(first.toSorted());
  });
});

describe('A page with a quiz', () => {
  it("can't be marked as done by hand before it is passed, but can be marked as not done", async () => {
    const { page_id, questions } = await newQuizPage(server, owner, space);
    const mark = (completed: boolean) => member.call('set_page_completion', { page_id, completed });
    expect(await outcomeOf(mark(true))).toBe('quiz_not_passed');
    await answer(member, page_id, questions[0]?.id ?? '', true);
    await member.call('submit_quiz', { page_id, number: 1 });
    expect((await mark(true)).completed_at).not.toBeNull();
    expect((await mark(false)).completed_at).toBeNull();
    // Also if no attempt is left.
    expect((await mark(true)).completed_at).not.toBeNull();
  });

  it('says so in the contents of its course until the quiz is deleted', async () => {
    const { page_id, course_id } = await newQuizPage(server, owner, space);
    const hasQuiz = async () => (await readCourse(member, space, course_id)).pages[0]?.has_quiz;
    expect(await hasQuiz()).toBe(true);
    await owner.call('delete_quiz', { page_id });
    await owner.call('delete_quiz', { page_id });
    expect(await hasQuiz()).toBe(false);
    expect(
      (await member.call('set_page_completion', { page_id, completed: true })).completed_at,
    ).not.toBeNull();
  });

  it('keeps its quiz when it is copied, without attempts', async () => {
    const { page_id, questions } = await newQuizPage(server, owner, space);
    await answer(owner, page_id, questions[0]?.id ?? '', true);
    const { page } = await owner.call('duplicate_course_page', { page_id, client_id: newId() });
    expect((await owner.call('get_course_page', { page_id: page.id })).page.has_quiz).toBe(true);
    const { source } = await owner.call('get_quiz_source', { page_id: page.id });
    expect(source).toMatchObject({ questions, version: 1 });
    expect((await getQuiz(owner, page.id)).attempt).toBeNull();
  });

  it('that is a draft has a quiz for editors only', async () => {
    const { page_id, questions } = await newQuizPage(server, owner, space);
    await owner.call('update_course_page', { page_id, is_published: false });
    const question_id = questions[0]?.id ?? '';
    expect(await outcomeOf(getQuiz(member, page_id))).toBe('page_not_found');
    expect(await outcomeOf(server.client().call('get_page_quiz', { page_id }))).toBe('page_not_found');
    expect(await outcomeOf(answer(member, page_id, question_id, true))).toBe('page_not_found');
    expect(await outcomeOf(member.call('submit_quiz', { page_id, number: 1 }))).toBe('page_not_found');
    expect((await getQuiz(owner, page_id)).questions).toHaveLength(1);
  });
});

it('The quiz of a locked page is kept from members until they get access', async () => {
  const { page_id, course_id, questions } = await newQuizPage(server, owner, space);
  const item = { course_id, item_kind: 'page', item_id: page_id } as const;
  await owner.call('set_course_access', { ...item, match: 'all', rules: [{ kind: 'purchase' }] });
  const tried = async () => [
    await outcomeOf(getQuiz(member, page_id)),
    await outcomeOf(answer(member, page_id, questions[0]?.id ?? '', true)),
    await outcomeOf(member.call('submit_quiz', { page_id, number: 1 })),
  ];
  expect(await tried()).toEqual(['page_locked', 'page_locked', 'page_locked']);
  await owner.call('give_course_access', { ...item, client_id: newId(), to: { user_id: member.user.id } });
  expect(await tried()).toEqual(['done', 'done', 'done']);
});

describe('Editing a quiz', () => {
  it('is for editors, and publishes that it changed', async () => {
    const { page_id } = await newQuizPage(server, owner, space);
    const outsider = await newPerson(server);
    const edit = (person: TestPerson) =>
      person.call('save_quiz', { ...quizInput({ base_version: 1 }), page_id });
    expect(await outcomeOf(edit(member))).toBe('not_allowed');
    expect(await outcomeOf(edit(outsider))).toBe('membership_required');
    for (const operation of ['get_quiz_source', 'get_quiz_statistics', 'delete_quiz'] as const)
      expect(await outcomeOf(member.call(operation, { page_id }))).toBe('not_allowed');
    await edit(owner);
    const events = await publishedEvents(server, `space:${space.id}`, 'course.tree_changed');
    expect(events.filter(({ page_ids }) => page_ids.includes(page_id))).toHaveLength(2);
  });

  it('never overwrites what another editor saved', async () => {
    const { page_id } = await newQuizPage(server, owner, space);
    const theirs = (await owner.call('save_quiz', { ...quizInput({ base_version: 1 }), page_id })).source;
    const attempt = owner.call('save_quiz', { ...quizInput({ base_version: 1, pass_percent: 90 }), page_id });
    await expect(attempt).rejects.toMatchObject({ code: 'quiz_edit_conflict', data: { source: theirs } });
    expect((await owner.call('get_quiz_source', { page_id })).source).toEqual(theirs);
  });

  it('keeps results, and leaves out those of questions that were removed', async () => {
    const [kept, removed] = [trueQuestion('Kept'), trueQuestion('Removed')];
    const { page_id } = await newQuizPage(server, owner, space, { questions: [kept, removed] });
    await answer(member, page_id, kept.id, true);
    await answer(member, page_id, removed.id, true);
    await member.call('submit_quiz', { page_id, number: 1 });
    await owner.call('save_quiz', { ...quizInput({ questions: [kept], base_version: 1 }), page_id });
    const { last_result } = await getQuiz(member, page_id);
    expect(last_result).toMatchObject({ right_count: 2, question_count: 2, is_passed: true });
    expect(last_result?.questions.map(({ question_id }) => question_id)).toEqual([kept.id]);
  });

  it.each<[string, Partial<Parameters<typeof quizInput>[0]>]>([
    ['without questions', { questions: [] }],
    [
      'with a choice that no answer marks',
      {
        questions: [
          {
            ...choiceQuestion(),
            choices: choiceQuestion().choices.map((one) => ({ ...one, is_correct: false })),
          },
        ],
      },
    ],
    [
      'with two right choices of one',
      {
        questions: [
          {
            ...choiceQuestion(),
            choices: choiceQuestion().choices.map((one) => ({ ...one, is_correct: true })),
          },
        ],
      },
    ],
    ['with a pass mark above 100 %', { pass_percent: 101 }],
    ['with no attempt', { max_attempts: 0 }],
  ])('rejects a quiz %s', async (_what, fields) => {
    const { page_id } = await newQuizPage(server, owner, space);
    const save = owner.call('save_quiz', { ...quizInput({ ...fields, base_version: 1 }), page_id });
    expect(await outcomeOf(save)).toBe('invalid_input');
  });

  it('rejects two questions with the same ID', async () => {
    const { page_id } = await newQuizPage(server, owner, space);
    const question = trueQuestion();
    const save = owner.call('save_quiz', {
      ...quizInput({ questions: [question, question], base_version: 1 }),
      page_id,
    });
    expect(await outcomeOf(save)).toBe('invalid_input');
  });
});

it('Statistics count attempts, learners and right answers of this page', async () => {
  const [hard, easy] = [trueQuestion('Hard'), trueQuestion('Easy')];
  const { page_id } = await newQuizPage(server, owner, space, { questions: [hard, easy], pass_percent: 100 });
  const other = await newQuizPage(server, owner, space);
  await answer(owner, other.page_id, other.questions[0]?.id ?? '', false);
  await owner.call('submit_quiz', { page_id: other.page_id, number: 1 });
  const empty = (await owner.call('get_quiz_statistics', { page_id })).statistics;
  expect(empty).toMatchObject({ attempt_count: 0, learner_count: 0, passed_count: 0, average_percent: null });
  const take = async (person: TestPerson, number: number, isRight: boolean) => {
    await answer(person, page_id, hard.id, isRight);
    await answer(person, page_id, easy.id, true);
    await person.call('submit_quiz', { page_id, number });
  };
  await take(member, 1, false);
  await take(member, 2, true);
  await take(owner, 1, false);
  await answer(owner, page_id, hard.id, true);
  const { statistics } = await owner.call('get_quiz_statistics', { page_id });
  expect(statistics).toEqual({
    attempt_count: 3,
    learner_count: 2,
    passed_count: 1,
    average_percent: 67,
    questions: [
      { question_id: hard.id, text: 'Hard', answered_count: 3, right_count: 1 },
      { question_id: easy.id, text: 'Easy', answered_count: 3, right_count: 3 },
    ],
  });
});
