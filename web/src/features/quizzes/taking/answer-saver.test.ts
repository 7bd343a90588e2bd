import { describe, expect, it, vi } from 'vitest';
import type { QuizAnswer } from '#contract/features/quizzes/questions.ts';
import { createAnswerSaver, type SaverState } from './answer-saver.ts';

/** A saver whose requests end when the test says so. */
function heldSaver() {
  const sent: { id: string; answer: QuizAnswer; end: (number: number) => void; fail: () => void }[] = [];
  const states: SaverState[] = [];
  const saver = createAnswerSaver({
    send: (id, answer) =>
      new Promise((resolve, reject) => {
        sent.push({ id, answer, end: resolve, fail: () => reject(new Error('lost')) });
      }),
    onState: (state) => states.push(state),
  });
  return { sent, states, saver };
}

describe('Answers', () => {
  it('are sent one after another', async () => {
    const { sent, states, saver } = heldSaver();
    saver.save('a', true);
    saver.save('b', 'text');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(saver.hasUnsaved()).toBe(true);
    sent[0]?.end(3);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    const flushed = saver.flush();
    sent[1]?.end(3);
    expect(await flushed).toBe(3);
    expect(sent.map(({ id, answer }) => [id, answer])).toEqual([
      ['a', true],
      ['b', 'text'],
    ]);
    expect([states, saver.hasUnsaved()]).toEqual([['saving', 'saved'], false]);
  });

  it('to the same question: only the last one that waits is sent', async () => {
    const { sent, saver } = heldSaver();
    saver.save('a', ['1']);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    saver.save('a', ['2']);
    saver.save('a', ['3']);
    sent[0]?.end(1);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[1]?.end(1);
    await saver.flush();
    expect(sent.map(({ answer }) => answer)).toEqual([['1'], ['3']]);
  });

  it('that could not be sent stay, and go with the next one or a retry', async () => {
    const { sent, states, saver } = heldSaver();
    saver.save('a', true);
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.fail();
    await vi.waitFor(() => expect(states).toEqual(['saving', 'failed']));
    expect(saver.hasUnsaved()).toBe(true);
    const flushed = saver.flush();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[1]?.fail();
    await expect(flushed).rejects.toThrow('lost');
    saver.save('b', false);
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    sent[2]?.end(1);
    await vi.waitFor(() => expect(sent).toHaveLength(4));
    sent[3]?.end(1);
    await saver.flush();
    expect(sent.map(({ id }) => id)).toEqual(['a', 'a', 'a', 'b']);
  });

  it('without any: there is no attempt', async () => {
    expect(await heldSaver().saver.flush()).toBeNull();
  });
});
