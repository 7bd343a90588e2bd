import type { DraftContent } from '#contract/features/drafts/drafts.ts';
import type { Poll } from '#contract/features/polls/polls.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';

/** A poll that is not posted yet. */
export type PollDraft = NonNullable<DraftContent['poll']>;

export const newPollDraft = (): PollDraft => ({
  question: '',
  options: ['', ''],
  multiple: false,
  closes_at: null,
});

/** Converts a poll to the form its author edits. */
export const toPollDraft = ({ question, options, multiple, closes_at }: Poll): PollDraft => ({
  question,
  options: options.map(({ text }) => text),
  multiple,
  closes_at,
});

/** A validation error of a poll and the field it belongs to. */
export interface PollProblem {
  at: 'question' | 'options' | 'closes_at';
  text: string;
}

/** Validates a poll before it is posted. The messages match the contract. */
export function checkPoll({ question, options, closes_at }: PollDraft, now: number): PollProblem | null {
  const is = (at: PollProblem['at'], text: string): PollProblem => ({ at, text });
  const labels = options.map((text) => text.trim());
  const length = countCharacters(question.trim());
  if (length < 3) return is('question', t('A question must be at least 3 characters'));
  if (length > 200) return is('question', t('A question must be at most 200 characters'));
  if (labels.filter((text) => text !== '').length < 2) return is('options', t('At least 2 options'));
  if (labels.some((text) => countCharacters(text) > 100)) {
    return is('options', t('An option has at most 100 characters'));
  }
  const filled = labels.filter((text) => text !== '').map((text) => text.toLowerCase());
  if (new Set(filled).size < filled.length) return is('options', t('Options must be different'));
  if (closes_at !== null && Date.parse(closes_at) <= now) {
    return is('closes_at', t('The end date has already passed.'));
  }
  return null;
}

/** Converts a poll to the API input; leaves out empty options. */
export function toPollInput({ question, options, ...rest }: PollDraft) {
  return { ...rest, question: question.trim(), options: options.map((text) => text.trim()).filter(Boolean) };
}
