import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuizSource } from '#contract/features/quizzes/quizzes.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { aQuizSource } from '#web-testing/quiz-fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { QuizEditorDialog } from './quiz-editor-dialog.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(source: QuizSource | null, responses: Responses = {}) {
  const [onClose, onChanged] = [vi.fn(), vi.fn()];
  const client = createQueryClient(respondWith({ get_quiz_source: () => ({ source }), ...responses }));
  renderPage(
    client,
    <QuizEditorDialog pageId={idOf(1)} viewerId={idOf(2)} onClose={onClose} onChanged={onChanged} />,
  );
  return { onClose, onChanged };
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save quiz' }));

describe('The editor of a quiz', () => {
  it('creates one', async () => {
    const sent: unknown[] = [];
    const { onChanged } = open(null, {
      save_quiz: (input) => {
        sent.push(input);
        return { source: aQuizSource() };
      },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Question' }), 'Which flour?');
    await save();
    expect(await screen.findByText('Add at least two choices.')).toBeDefined();
    const first = screen.getByRole('textbox', { name: 'Choice 1' });
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('textbox', { name: 'Question' }).getAttribute('aria-invalid')).toBeNull();
    await userEvent.type(first, 'Wheat');
    await userEvent.type(screen.getByRole('textbox', { name: 'Choice 2' }), 'Corn');
    await save();
    expect(await screen.findByText('Mark one choice as correct.')).toBeDefined();
    const mark = screen.getByRole('radio', { name: 'Choice 1 is correct' });
    await waitFor(() => expect(document.activeElement).toBe(mark));
    await userEvent.click(screen.getByRole('radio', { name: 'Choice 1 is correct' }));
    await save();
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([
      expect.objectContaining({
        pass_percent: 80,
        max_attempts: null,
        base_version: 0,
        questions: [
          expect.objectContaining({
            kind: 'single',
            text: 'Which flour?',
            choices: [
              expect.objectContaining({ text: 'Wheat', is_correct: true }),
              expect.objectContaining({ text: 'Corn', is_correct: false }),
            ],
          }),
        ],
      }),
    ]);
  });

  it('adds questions, which move with Alt and an arrow key, and removes them', async () => {
    open(aQuizSource());
    await userEvent.click(await screen.findByRole('button', { name: 'Add question' }));
    const [, second] = screen.getAllByRole('textbox', { name: 'Question' });
    await waitFor(() => expect(document.activeElement).toBe(second));
    await userEvent.keyboard('New{Alt>}{ArrowUp}{/Alt}');
    const texts = () =>
      screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Question' }).map(({ value }) => value);
    expect(texts()).toEqual(['New', 'Which flour?']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove question 1' }));
    expect(texts()).toEqual(['Which flour?']);
  });

  it('keeps what was typed after a failure, also when it is closed', async () => {
    open(aQuizSource(), {
      save_quiz: () => {
        throw new ApiError('unavailable', 503, 'The server is busy.');
      },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Question' }), ' Really?');
    await save();
    expect(await screen.findByText(/The server is busy/)).toBeDefined();
    cleanup();
    open(aQuizSource());
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Question' });
    expect(field.value).toBe('Which flour? Really?');
  });

  it('shows that someone else saved the quiz, and saves over it on request', async () => {
    const versions: number[] = [];
    const theirs = aQuizSource({ version: 7 });
    const { onChanged } = open(aQuizSource(), {
      save_quiz: ({ base_version }) => {
        versions.push(base_version);
        if (base_version !== 7)
          throw new ApiError('quiz_edit_conflict', 409, 'This quiz was edited somewhere else.', {
            source: theirs,
          });
        return { source: aQuizSource({ version: 8 }) };
      },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Question' }), ' Mine');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my version' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(versions).toEqual([1, 7]);
  });

  it('takes what someone else saved on request, and goes on from there', async () => {
    const sent: unknown[] = [];
    const { onChanged } = open(aQuizSource({ max_attempts: 3 }), {
      save_quiz: ({ base_version, max_attempts, pass_percent }) => {
        sent.push([base_version, max_attempts, pass_percent]);
        if (base_version === 1)
          throw new ApiError('quiz_edit_conflict', 409, 'This quiz was edited somewhere else.', {
            source: aQuizSource({ version: 7, pass_percent: 40 }),
          });
        return { source: aQuizSource({ version: 8 }) };
      },
    });
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question' });
    await screen.findByRole('textbox', { name: 'Question' });
    await userEvent.type(field(), ' Mine');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(field().value).toBe('Which flour?');
    expect(screen.queryByRole('button', { name: 'Use theirs' })).toBeNull();
    await userEvent.type(field(), ' Really?');
    await save();
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([
      [1, 3, 80],
      [7, null, 40],
    ]);
  });

  it('deletes the quiz after a question', async () => {
    const deleted = vi.fn(() => ({}));
    const { onChanged } = open(aQuizSource(), {
      delete_quiz: deleted,
      get_page_quiz: () => {
        throw new ApiError('quiz_not_found', 404, 'This page has no quiz.');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete quiz' }));
    expect(deleted).not.toHaveBeenCalled();
    const [, confirm] = screen.getAllByRole('button', { name: 'Delete quiz', hidden: true });
    await userEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  });
});
