import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Quiz } from '#contract/features/quizzes/quizzes.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { aQuiz, aResult, choiceId, corn, statementId, wheat } from '#web-testing/quiz-fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { QuizView } from './quiz-view.tsx';

const scrollIntoView = vi.fn();
beforeEach(() => {
  scrollIntoView.mockReset();
  // jsdom has none.
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

function open(quiz: Quiz, responses: Responses = {}, isMember = true) {
  const onSubmitted = vi.fn();
  const client = createQueryClient(respondWith({ get_page_quiz: () => ({ quiz }), ...responses }));
  renderPage(client, <QuizView pageId={idOf(1)} isMember={isMember} onSubmitted={onSubmitted} />);
  return { onSubmitted };
}
const submitButton = () => screen.findByRole('button', { name: 'Submit quiz' });

describe('A quiz', () => {
  it('saves each answer as it is chosen, and shows the result once it is submitted', async () => {
    const saved: unknown[] = [];
    const passed = aQuiz({ attempts_used: 1, is_passed: true, last_result: aResult() });
    const { onSubmitted } = open(aQuiz(), {
      save_quiz_answer: ({ question_id, answer }) => {
        saved.push([question_id, answer]);
        return { number: 1 };
      },
      submit_quiz: ({ number }) => {
        expect(number).toBe(1);
        return { quiz: passed, result: aResult() };
      },
    });
    expect(await screen.findByText('2 questions · 50% to pass')).toBeDefined();
    expect((await submitButton()).hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Corn' }));
    expect(await screen.findByText('1 question is still open.')).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'True' }));
    expect(await screen.findByText('Your answers are saved.')).toBeDefined();
    expect(saved).toEqual([
      [choiceId, [corn]],
      [statementId, true],
    ]);
    await userEvent.click(await submitButton());
    expect(await screen.findByText('You passed')).toBeDefined();
    expect(screen.getByText('1 of 2 right (50%)')).toBeDefined();
    expect(screen.getByText('Right answer: Wheat')).toBeDefined();
    expect(screen.getByText('It has more gluten.')).toBeDefined();
    expect(onSubmitted).toHaveBeenCalledTimes(1);
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Take it again' }));
    const again = within(screen.getByRole('group', { name: '1. Which flour?' }));
    expect(again.getByRole<HTMLInputElement>('radio', { name: 'Corn' }).checked).toBe(false);
  });

  it('goes on with an attempt that was begun elsewhere', async () => {
    open(
      aQuiz({
        attempt: { number: 2, answers: { [choiceId]: [wheat] } },
        attempts_used: 1,
        last_result: aResult(),
      }),
    );
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Wheat' })).checked).toBe(true);
    expect(screen.getByText('1 question is still open.')).toBeDefined();
  });

  it('shows what was chosen last when someone leaves the page and returns, also after an earlier attempt', async () => {
    const quiz = aQuiz({ attempts_used: 1, last_result: aResult({ is_passed: false }) });
    const client = createQueryClient(
      respondWith({ get_page_quiz: () => ({ quiz }), save_quiz_answer: () => ({ number: 2 }) }),
    );
    const view = <QuizView pageId={idOf(1)} isMember onSubmitted={() => {}} />;
    const first = renderPage(client, view);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Corn' }));
    await userEvent.click(screen.getByRole('radio', { name: 'True' }));
    await screen.findByText('Your answers are saved.');
    first.unmount();
    renderPage(client, view);
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Corn' })).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'True' }).checked).toBe(true);
  });

  it('keeps an answer that could not be saved, says why, and sends it before it is submitted', async () => {
    let isDown = true;
    const numbers: unknown[] = [];
    open(aQuiz(), {
      save_quiz_answer: () => {
        if (isDown) throw new ApiError('unavailable', 503, 'The server is busy.');
        return { number: 1 };
      },
      submit_quiz: ({ number }) => {
        numbers.push(number);
        return { quiz: aQuiz({ attempts_used: 1, last_result: aResult() }), result: aResult() };
      },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'True' }));
    expect(await screen.findByText("Your last answer isn't saved. The server is busy.")).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'True' }).checked).toBe(true);
    isDown = false;
    await userEvent.click(await submitButton());
    await waitFor(() => expect(numbers).toEqual([1]));
  });

  it('goes on without an answer to a question that was deleted meanwhile', async () => {
    const saved: unknown[] = [];
    const quizzes = [aQuiz(), aQuiz({ questions: aQuiz().questions.filter(({ id }) => id !== choiceId) })];
    open(aQuiz(), {
      get_page_quiz: () => ({ quiz: quizzes.shift() ?? aQuiz() }),
      save_quiz_answer: ({ question_id }) => {
        if (question_id === choiceId)
          throw new ApiError('quiz_question_not_found', 404, 'The quiz was edited.');
        saved.push(question_id);
        return { number: 1 };
      },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Corn' }));
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Corn' })).toBeNull());
    await userEvent.click(screen.getByRole('radio', { name: 'True' }));
    expect(await screen.findByText('Your answers are saved.')).toBeDefined();
    expect(saved).toEqual([statementId]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('counts no answer to a question that was deleted', async () => {
    const answers = { [choiceId]: [wheat], [idOf(99)]: true };
    open(aQuiz({ attempt: { number: 1, answers } }));
    expect(await screen.findByText('1 question is still open.')).toBeDefined();
  });

  it('lets the browser ask before it is closed while an answer is not saved', async () => {
    let isDown = true;
    open(aQuiz(), {
      save_quiz_answer: () => {
        if (isDown) throw new ApiError('unavailable', 503, 'The server is busy.');
        return { number: 1 };
      },
    });
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const choice = await screen.findByRole('radio', { name: 'True' });
    expect(asks()).toBe(false);
    await userEvent.click(choice);
    await screen.findByText("Your last answer isn't saved. The server is busy.");
    expect(asks()).toBe(true);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(asks()).toBe(false);
    isDown = true;
    await userEvent.click(screen.getByRole('radio', { name: 'False' }));
    await screen.findByRole('alert');
    cleanup();
    expect(asks()).toBe(false);
  });

  it('keeps what is answered while a submitted attempt fails, and says why', async () => {
    let submits = 0;
    open(aQuiz({ attempt: { number: 4, answers: { [statementId]: true } } }), {
      submit_quiz: ({ number }) => {
        submits += 1;
        expect(number).toBe(4);
        throw new ApiError('unavailable', 503, 'The server is busy.');
      },
    });
    await userEvent.click(await submitButton());
    expect(await screen.findByText("Couldn't submit the quiz")).toBeDefined();
    expect(screen.getByText('The server is busy.')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'True' }).checked).toBe(true);
    expect((await submitButton()).hasAttribute('disabled')).toBe(false);
    expect(submits).toBe(1);
  });

  it.each([
    [
      'without attempts',
      { max_attempts: 1, attempts_used: 1, last_result: aResult({ is_passed: false }) },
      'no attempts left',
    ],
    [
      'with one',
      { max_attempts: 2, attempts_used: 1, last_result: aResult({ is_passed: false }) },
      '1 attempt left',
    ],
  ])('that was not passed, %s left', async (_what, fields, fact) => {
    open(aQuiz(fields));
    expect(await screen.findByText('Not passed yet')).toBeDefined();
    expect(screen.getByText(new RegExp(fact))).toBeDefined();
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(
      fact.startsWith('no') ? 0 : 1,
    );
  });

  it('that was passed before says so of a later attempt', async () => {
    open(aQuiz({ attempts_used: 2, is_passed: true, last_result: aResult({ is_passed: false }) }));
    expect(await screen.findByText('Not passed this time')).toBeDefined();
  });

  it('asks people to join who are not members', async () => {
    open(aQuiz(), {}, false);
    expect(await screen.findByText('Join this space to take the quiz.')).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('A question', () => {
  const only = (question: Partial<Quiz['questions'][number]>) =>
    aQuiz({ questions: [{ id: choiceId, kind: 'single', text: 'Q', choices: [], ...question }] });
  const three = ['A', 'B', 'C'].map((text, n) => ({ id: idOf(31 + n), text }));
  const capture = (quiz: Quiz) => {
    const saved: unknown[] = [];
    open(quiz, {
      save_quiz_answer: ({ answer }) => {
        saved.push(answer);
        return { number: 1 };
      },
    });
    return saved;
  };

  it('with several choices collects them', async () => {
    const saved = capture(only({ kind: 'multiple', choices: three }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'A' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'C' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'A' }));
    await waitFor(() => expect(saved.at(-1)).toEqual([idOf(33)]));
  });

  it('about an order is moved with buttons, which keep the focus', async () => {
    const saved = capture(only({ kind: 'order', choices: three }));
    await userEvent.click(await screen.findByRole('button', { name: 'Move C up' }));
    await waitFor(() => expect(saved).toEqual([[idOf(31), idOf(33), idOf(32)]]));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move C up'));
    expect(screen.getByRole('button', { name: 'Move A up' }).hasAttribute('disabled')).toBe(true);
  });

  it.each([
    ['Two items', 2, 'Your answers are saved.'],
    ['Three items', 3, '1 question is still open.'],
  ])('%s that were not moved are submitted in the order that is shown', async (_what, count, hint) => {
    const [quiz, saved] = [aQuiz(), [] as unknown[]];
    const order = { id: idOf(13), kind: 'order' as const, text: 'Order', choices: three.slice(0, count) };
    open(
      { ...quiz, questions: [...quiz.questions.slice(1), order] },
      {
        save_quiz_answer: ({ question_id, answer }) => {
          saved.push([question_id, answer]);
          return { number: 1 };
        },
        submit_quiz: () => {
          saved.push('submitted');
          return { quiz: aQuiz({ attempts_used: 1, last_result: aResult() }), result: aResult() };
        },
      },
    );
    await userEvent.click(await screen.findByRole('radio', { name: 'True' }));
    expect(await screen.findByText(hint)).toBeDefined();
    await userEvent.click(await submitButton());
    await screen.findByText('You passed');
    const shown = order.choices.map(({ id }) => id);
    expect(saved).toEqual([[statementId, true], [order.id, shown], 'submitted']);
  });

  it('for a number takes a comma, and says when it is none', async () => {
    const saved = capture(only({ kind: 'number' }));
    const field = await screen.findByRole('textbox', { name: 'Q' });
    await userEvent.type(field, 'x');
    expect(screen.getByText('Enter a number.')).toBeDefined();
    await userEvent.clear(field);
    await userEvent.type(field, '1,5');
    await userEvent.tab();
    await waitFor(() => expect(saved).toEqual([1.5]));
  });

  it('for a text saves it when the field is left', async () => {
    const saved = capture(only({ kind: 'short_text' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Q' }), 'Rye');
    await userEvent.tab();
    await waitFor(() => expect(saved.at(-1)).toBe('Rye'));
  });
});
