import { expect, it } from 'vitest';
import type { Poll } from '#contract/features/polls/polls.ts';
import { checkPoll, newPollDraft, type PollDraft, toPollDraft, toPollInput } from './poll-draft.ts';
import { getShare, isClosed, seesResults } from './poll-state.ts';

const now = Date.parse('2026-05-01T10:00:00.000Z');
const at = (offset: number) => new Date(now + offset).toISOString();
const poll = (fields: Partial<Poll> = {}): Poll => ({
  question: 'Rye or wheat?',
  multiple: true,
  closes_at: null,
  closed_at: null,
  voter_count: 4,
  options: [
    { id: 'a', text: 'Rye', vote_count: null },
    { id: 'b', text: 'Wheat', vote_count: null },
  ],
  viewer_option_ids: [],
  version: 1,
  ...fields,
});
const draft = (fields: Partial<PollDraft> = {}): PollDraft => ({
  question: 'Rye or wheat?',
  options: ['Rye', 'Wheat'],
  multiple: false,
  closes_at: null,
  ...fields,
});

it.each([
  ['open', {}, false],
  ['closed by its author', { closed_at: at(-1) }, true],
  ['closed by its author before its end', { closed_at: at(-1), closes_at: at(1) }, true],
  ['before its end', { closes_at: at(1) }, false],
  ['at its end', { closes_at: at(0) }, true],
  ['after its end', { closes_at: at(-1) }, true],
])('a poll is closed or not: %s', (_case, fields, closed) => {
  expect(isClosed(poll(fields), now)).toBe(closed);
});

it('results are seen once the poll is closed, or as soon as the server sends them', () => {
  const counted = { id: 'a', text: 'Rye', vote_count: 0 };
  const hidden = { id: 'b', text: 'Wheat', vote_count: null };
  expect(seesResults(poll())).toBe(false);
  expect(seesResults(poll({ closed_at: at(0) }))).toBe(true);
  expect(seesResults(poll({ options: [counted, hidden] }))).toBe(true);
});

it('the share of an option is that of the voters, at most all of them', () => {
  expect(getShare(poll(), 1)).toBe(0.25);
  expect(getShare(poll(), 5)).toBe(1);
  expect(getShare(poll(), null)).toBe(0);
  expect(getShare(poll({ voter_count: 0 }), 0)).toBe(0);
});

it('a new poll starts with two empty options and a single choice', () => {
  expect(newPollDraft()).toEqual({ question: '', options: ['', ''], multiple: false, closes_at: null });
});

it('an edited poll starts with the texts of the posted one', () => {
  expect(toPollDraft(poll({ closes_at: at(1) }))).toEqual({
    question: 'Rye or wheat?',
    options: ['Rye', 'Wheat'],
    multiple: true,
    closes_at: at(1),
  });
});

it.each<[string, Partial<PollDraft>, string | null]>([
  ['3 characters', { question: 'Rye' }, null],
  ['2 characters and spaces', { question: '  Ry  ' }, 'question'],
  ['200 characters and spaces', { question: ` ${'x'.repeat(200)} ` }, null],
  ['201 characters', { question: 'x'.repeat(201) }, 'question'],
  ['one option', { options: ['Rye', ' '] }, 'options'],
  ['empty options beside two', { options: ['Rye', '', 'Wheat', ' '] }, null],
  ['an option of 100 characters', { options: ['Rye', 'x'.repeat(100)] }, null],
  ['an option of 101 characters', { options: ['Rye', 'x'.repeat(101)] }, 'options'],
  ['equal options but for their case', { options: ['Rye', 'rYE '] }, 'options'],
  ['an end in the future', { closes_at: at(1) }, null],
  ['an end right now', { closes_at: at(0) }, 'closes_at'],
  ['an end in the past', { closes_at: at(-1) }, 'closes_at'],
])('a poll with %s has a problem or not', (_case, fields, problem) => {
  expect(checkPoll(draft(fields), now)?.at ?? null).toBe(problem);
});

it('a poll is sent without spaces around its texts and without empty options', () => {
  expect(toPollInput(draft({ question: ' Rye? ', options: [' Rye', ' ', 'Wheat '] }))).toEqual({
    question: 'Rye?',
    options: ['Rye', 'Wheat'],
    multiple: false,
    closes_at: null,
  });
});
