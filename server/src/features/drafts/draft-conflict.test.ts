import { describe, expect, it } from 'vitest';
import type { DraftContent } from '#contract/features/drafts/drafts.ts';
import { isEmptyContent, isSameContent, resolveConflict } from './draft-conflict.ts';
import type { EditedContent } from './drafts.queries.ts';

const poll = { question: 'Where?', options: ['Here', 'There'], multiple: false, closes_at: null };
const emptyPoll = { ...poll, question: ' ', options: ['', ' '] };
const empty: DraftContent = {
  title: '',
  body: '',
  category_id: null,
  post_type: 'post',
  poll: null,
  upload_ids: [],
};
const full: DraftContent = {
  title: 'Trip',
  body: '<p>Soon</p>',
  category_id: 'k1',
  post_type: 'post',
  poll,
  upload_ids: ['i1', 'i2'],
};
/** A version edited so many seconds after the first one. */
const version = (title: string, seconds = 0): EditedContent => ({
  ...empty,
  title,
  client_edited_at: new Date(Date.UTC(2026, 10, 21) + seconds * 1000).toISOString(),
});

it.each([
  ['nothing', empty, true],
  ['only spaces as its title', { ...empty, title: ' ' }, true],
  ['a category and a type', { ...empty, category_id: 'k1', post_type: 'announcement' }, true],
  ['a poll without texts', { ...empty, poll: emptyPoll }, true],
  ['a title', { ...empty, title: 'T' }, false],
  ['a text', { ...empty, body: '<p>B</p>' }, false],
  ['an upload', { ...empty, upload_ids: ['i1'] }, false],
  ['a question', { ...empty, poll: { ...emptyPoll, question: 'Q' } }, false],
  ['one option', { ...empty, poll: { ...emptyPoll, options: ['', 'O'] } }, false],
] as [string, DraftContent, boolean][])('Whether a draft with %s is empty', (_content, content, expected) => {
  expect(isEmptyContent(content)).toBe(expected);
});

it.each([
  ['title', { title: 'Trips' }],
  ['text', { body: '' }],
  ['category', { category_id: null }],
  ['type', { post_type: 'announcement' }],
  ['order of uploads', { upload_ids: ['i2', 'i1'] }],
  ['number of uploads', { upload_ids: ['i1'] }],
  ['lack of a poll', { poll: null }],
  ['question', { poll: { ...poll, question: 'When?' } }],
  ['options', { poll: { ...poll, options: ['Here'] } }],
  ['number of choices', { poll: { ...poll, multiple: true } }],
  ['end of the poll', { poll: { ...poll, closes_at: '2026-11-22T00:00:00.000Z' } }],
] as [string, Partial<DraftContent>][])('Drafts differ by their %s', (_field, changes) => {
  expect(isSameContent(full, structuredClone(full))).toBe(true);
  expect(isSameContent(full, { ...full, ...changes })).toBe(false);
});

describe('A version of a draft', () => {
  const [old, other] = [version('Old'), version('Other', 1)];

  it('replaces the one it is based on, and keeps the conflicts', () => {
    const next = version('Old, longer', -9);
    expect(resolveConflict({ content: old, conflicts: [other] }, next, true)).toEqual({
      content: next,
      conflicts: [other],
    });
  });

  it('replaces the same text of another device without a conflict', () => {
    const same = version('Old', -9);
    expect(resolveConflict({ content: old, conflicts: [] }, same, false)).toEqual({
      content: same,
      conflicts: [],
    });
  });

  it.each([1, 0])('wins over another one if it was edited %i seconds later', (seconds) => {
    const next = version('New', seconds);
    const { content, conflicts } = resolveConflict({ content: old, conflicts: [other] }, next, false);
    expect(content).toBe(next);
    expect(conflicts).toEqual([old, other]);
  });

  it('becomes a conflict of another one that was edited later', () => {
    const late = version('Late', -1);
    const { content, conflicts } = resolveConflict({ content: old, conflicts: [other] }, late, false);
    expect(content).toBe(old);
    expect(conflicts).toEqual([late, other]);
  });

  it('has no conflicts that are empty, like it, or there twice', () => {
    const next = version('New', 5);
    const conflicts = [version(' '), version('New', 1), other, version('Other', 3), version('Third')];
    expect(resolveConflict({ content: old, conflicts }, next, true).conflicts).toEqual([other, conflicts[4]]);
    expect(resolveConflict({ content: other, conflicts }, next, false).conflicts).toEqual([
      other,
      conflicts[4],
    ]);
  });

  it('has at most five conflicts, the latest ones', () => {
    const conflicts = ['1', '2', '3', '4', '5'].map((title) => version(title));
    const next = version('New', 5);
    expect(resolveConflict({ content: old, conflicts }, next, true).conflicts).toEqual(conflicts);
    expect(resolveConflict({ content: old, conflicts }, next, false).conflicts).toEqual([
      old,
      ...conflicts.slice(0, 4),
    ]);
  });
});
