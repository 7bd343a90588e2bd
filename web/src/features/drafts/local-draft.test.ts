import { expect, it } from 'vitest';
import type { Draft } from '#contract/features/drafts/drafts.ts';
import type { ImageFile, StoredFile } from '#contract/features/uploads/uploads.ts';
import {
  fromSaved,
  fromServer,
  getPreview,
  isEmptyText,
  type LocalDraft,
  newLocalDraft,
  toContent,
} from './local-draft.ts';

const image = (id: string) => ({ id, kind: 'image' }) as unknown as ImageFile;
const file = (id: string) => ({ id, kind: 'document' }) as unknown as StoredFile;
const poll = { question: 'Where?', options: ['Here', 'There'], multiple: true, closes_at: null };
const text = {
  title: 'Trip',
  body: '<p>Soon</p>',
  category_id: 'k1',
  post_type: 'announcement',
  poll,
} as const;
const saved: Draft = {
  ...text,
  space_id: 's1',
  client_id: 'c1',
  version: 3,
  conflicts: [],
  client_edited_at: '2026-11-21T04:00:00.000Z',
  upload_ids: ['f1', 'i1', 'gone', 'i2'],
  attachments: [image('i1'), image('i2')],
  files: [file('f1')],
};
const stored = [file('f1'), image('i1'), image('i2')];

it('A draft of the server is shown with its images and files in their order, without deleted ones', () => {
  const { client_edited_at } = saved;
  expect(fromSaved(saved)).toEqual({ ...text, client_edited_at, stored });
  expect(fromServer(saved)).toEqual({
    ...text,
    client_edited_at,
    stored,
    client_id: 'c1',
    version: 3,
    synced: true,
  });
});

it('A draft is sent with the ids of its images and files in their order', () => {
  expect(toContent(fromServer(saved))).toEqual({ ...text, upload_ids: ['f1', 'i1', 'i2'] });
});

it("A new draft is an empty post that needn't be saved, with an id of its own", () => {
  const draft = newLocalDraft(Date.UTC(2026, 10, 21));
  expect(draft).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: '',
    body: '',
    category_id: null,
    post_type: 'post',
    poll: null,
    stored: [],
    version: 0,
    client_edited_at: '2026-11-21T00:00:00.000Z',
    synced: true,
  } satisfies LocalDraft);
  expect(newLocalDraft(0).client_id).not.toBe(draft.client_id);
});

const empty = { title: '', body: '', poll: null, count: 0 };
const emptyPoll = { ...poll, question: ' ', options: ['', ' '] };
it.each([
  ['nothing', empty, true],
  ['spaces as its title', { ...empty, title: '  ' }, true],
  ['a poll without texts', { ...empty, poll: emptyPoll }, true],
  ['a title', { ...empty, title: 'T' }, false],
  ['a text', { ...empty, body: '<p>B</p>' }, false],
  ['a file', { ...empty, count: 1 }, false],
  ['a question', { ...empty, poll: { ...emptyPoll, question: 'Q' } }, false],
  ['one option of a poll', { ...empty, poll: { ...emptyPoll, options: ['', 'O'] } }, false],
] as const)('Whether a draft with %s is empty', (_content, draft, expected) => {
  expect(
    isEmptyText({ ...draft, poll: draft.poll && { ...draft.poll, options: [...draft.poll.options] } }),
  ).toBe(expected);
});

it.each([
  ['the title', { title: ' Trip ', body: '<p>Soon</p>', poll }, 'Trip'],
  ['the start of the text', { title: ' ', body: `<p>${'ab'.repeat(60)}</p>`, poll }, 'ab'.repeat(50)],
  ['the question of the poll', { title: '', body: '', poll: { ...poll, question: ' Where? ' } }, 'Where?'],
  ['its files, without a question', { title: '', body: '', poll: emptyPoll }, '2 files without text'],
  ['its files, without a text', { title: '', body: '', poll: null, files: 1 }, '1 file without text'],
])('A draft is named after %s', (_part, draft, expected) => {
  expect(getPreview({ files: 2, ...draft })).toBe(expected);
});
