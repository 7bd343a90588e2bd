import { describe, expect, it } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { checkPost, getTitle, type PostProblems, type PostValues, withoutChanged } from './post-check.ts';

const values: PostValues = {
  title: 'A title',
  body: '<p>Text</p>',
  category_id: null,
  post_type: 'post',
  poll: null,
};
const poll = { question: 'Rye or wheat?', options: ['Rye', 'Wheat'], multiple: false, closes_at: null };
const category = (n: number): Space['categories'][number] =>
  ({ id: idOf(n), name: `Category ${n}` }) as Space['categories'][number];
const file = { stored: {}, error: null };
const now = Date.UTC(2026, 0, 1);

describe('the title', () => {
  it.each([
    ['is trimmed', { title: ' Rye ' }, 'Rye'],
    ['is its own even with a poll', { title: 'Rye', poll }, 'Rye'],
    ['is the question of the poll', { title: ' ', poll: { ...poll, question: ' Which? ' } }, 'Which?'],
    ['is empty without both', { title: ' ' }, ''],
    [
      'may be a question of 120 characters',
      { title: '', poll: { ...poll, question: '🍞'.repeat(120) } },
      '🍞'.repeat(120),
    ],
    [
      'shortens a longer question',
      { title: '', poll: { ...poll, question: '🍞'.repeat(121) } },
      `${'🍞'.repeat(119)}…`,
    ],
  ])('%s', (_name, fields, title) => {
    expect(getTitle({ ...values, ...fields })).toBe(title);
  });
});

describe('a post', () => {
  const check = (
    fields: Partial<PostValues>,
    files: (typeof file | { stored: null; error: string | null })[] = [],
    categories: Space['categories'] = [],
  ) => checkPost({ ...values, ...fields }, files, categories, now);

  it.each<[string, Partial<PostValues>, PostProblems]>([
    ['is fine', {}, {}],
    ['needs a title', { title: 'ab' }, { title: 'Title must be at least 3 characters' }],
    ['may have a short title', { title: 'abc' }, {}],
    ['may have a long title', { title: 'x'.repeat(120) }, {}],
    [
      'has a limit of its title',
      { title: 'x'.repeat(121) },
      { title: 'Title must be at most 120 characters' },
    ],
    ['needs a text', { body: '<p></p>' }, { body: 'Write something or add an image.' }],
    ['needs no text with a poll', { body: '<p></p>', poll }, {}],
    ['may have a long text', { body: `<p>${'x'.repeat(20_000)}</p>` }, {}],
    [
      'has a limit of its text',
      { body: `<p>${'x'.repeat(20_001)}</p>` },
      { body: 'The post is longer than 20,000 characters.' },
    ],
  ])('%s', (_name, fields, problems) => {
    expect(check(fields)).toEqual(problems);
  });

  it.each([
    ['needs no text', [file], undefined],
    ['waits for them', [file, { stored: null, error: null }], 'Wait for your files to finish uploading.'],
    [
      'says that one failed',
      [
        { stored: null, error: null },
        { stored: null, error: 'No room.' },
      ],
      "Some files didn't upload. Retry or remove them.",
    ],
  ])('with files %s', (_name, files, body) => {
    expect(check({ body: '' }, files)).toEqual(body ? { body } : {});
  });

  it.each([
    ['without categories', [], null, false],
    ['with one category', [category(1)], null, false],
    ['with several, and none chosen', [category(1), category(2)], null, true],
    ['with several, and one that is gone', [category(1), category(2)], idOf(3), true],
    ['with several, and one of them', [category(1), category(2)], idOf(2), false],
  ])('%s', (_name, categories, category_id, isMissing) => {
    const problems = check({ category_id }, [], categories);
    expect(problems).toEqual(isMissing ? { category: 'Choose a category for your post.' } : {});
  });

  it('with an empty poll complains about the poll, not about the title it would give', () => {
    const empty = { ...poll, question: '' };
    expect(Object.keys(check({ title: '', poll: empty }))).toEqual(['poll']);
    expect(Object.keys(check({ title: 'ab', poll: empty }))).toEqual(['title', 'poll']);
  });
});

it.each([
  [{ title: '' }, ['category', 'body', 'poll']],
  [{ body: '' }, ['title', 'category', 'poll']],
  [{ category_id: null }, ['title', 'body', 'poll']],
  [{ poll: null }, ['title', 'category', 'body']],
  [{ post_type: 'announcement' as const }, ['title', 'category', 'body', 'poll']],
])('a change of %j keeps the problems of the other fields', (changes, left) => {
  const problems: PostProblems = {
    title: 'Title',
    category: 'Category',
    body: 'Body',
    poll: { at: 'options', text: 'Poll' },
  };
  expect(Object.keys(withoutChanged(problems, changes))).toEqual(left);
});
