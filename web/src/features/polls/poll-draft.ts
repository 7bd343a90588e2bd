import { countCharacters } from '#contract/characters.ts';
import type { DraftContent } from '#contract/drafts.ts';
import type { Poll } from '#contract/polls.ts';

/** A poll that is being written. */
export type PollDraft = NonNullable<DraftContent['poll']>;

export const newPollDraft = (): PollDraft => ({
  question: '',
  options: ['', ''],
  multiple: false,
  closes_at: null,
});

/** A poll as its author edits it. */
export const toPollDraft = ({ question, options, multiple, closes_at }: Poll): PollDraft => ({
  question,
  options: options.map(({ text }) => text),
  multiple,
  closes_at,
});

/** What is wrong with a poll, and at which of its fields. */
export interface PollProblem {
  at: 'question' | 'options' | 'closes_at';
  text: string;
}

/** What is missing in a poll before it can be posted; the sentences are the contract's. */
export function checkPoll({ question, options, closes_at }: PollDraft, now: number): PollProblem | null {
  const is = (at: PollProblem['at'], text: string): PollProblem => ({ at, text });
  const labels = options.map((text) => text.trim());
  const length = countCharacters(question.trim());
  if (length < 3) return is('question', 'A question must be at least 3 characters');
  if (length > 200) return is('question', 'A question must be at most 200 characters');
  if (labels.filter((text) => text !== '').length < 2) return is('options', 'At least 2 options');
  if (labels.some((text) => countCharacters(text) > 100)) {
    return is('options', 'An option has at most 100 characters');
  }
  const filled = labels.filter((text) => text !== '').map((text) => text.toLowerCase());
  if (new Set(filled).size < filled.length) return is('options', 'Two options are the same');
  if (closes_at !== null && Date.parse(closes_at) <= now) {
    return is('closes_at', 'The closing time has already passed.');
  }
  return null;
}

/** A poll as it is sent: empty options are left out. */
export function toPollInput({ question, options, ...rest }: PollDraft) {
  return { ...rest, question: question.trim(), options: options.map((text) => text.trim()).filter(Boolean) };
}
