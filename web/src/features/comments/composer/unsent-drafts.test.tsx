import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { outboxTable } from '#web/lib/outbox/outbox-table.ts';
import { LazyUnsentDrafts } from './lazy-unsent-drafts.tsx';
import { listUnsentDrafts, UnsentDrafts } from './unsent-drafts.tsx';

const me = 'u1';
const saveDraft = (draftKey: string, value: unknown, userId = me) => {
  const store = new DraftStore(userId, draftKey);
  store.write(value);
  store.flush();
};
const copy = async () => (await listUnsentDrafts(me, 'p1')).map(({ html }) => html);
const reject = async (client_id: string, body: string, list = 'comment:p1') =>
  await (await outboxTable()).add({
    client_id,
    user_id: me,
    list,
    at: '2026-01-01T00:00:00.000Z',
    rejection: 'No',
    content: { body },
  });

beforeEach(async () => {
  localStorage.clear();
  await (await outboxTable()).clear(me);
});
afterEach(cleanup);

it('finds the comment drafts, reply drafts and rejected comments of this user under this post', async () => {
  saveDraft('comment:p1', { html: '<p>A comment</p>', attachment: null });
  saveDraft('comment:p1:c7', '<p>A reply in the old format</p>');
  await reject('i1', '<p>Refused</p>');
  await reject('i2', '<p>Twice</p>');
  await reject('i3', '<p>Under another post</p>', 'comment:p2');
  saveDraft('comment:p2', { html: '<p>Elsewhere</p>' });
  saveDraft('comment:p1', { html: '<p>Of someone else</p>' }, 'u2');
  expect((await copy()).sort()).toEqual([
    '<p>A comment</p>',
    '<p>A reply in the old format</p>',
    '<p>Refused</p>',
    '<p>Twice</p>',
  ]);
  saveDraft('comment:p1', { html: '<p> </p>' });
  expect(await copy()).not.toContain('<p> </p>');
});

it('shows plain text, copies it, and deletes it when discarded', async () => {
  const user = userEvent.setup();
  const written: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void written.push(text) },
  });
  saveDraft('comment:p1', {
    html: '<p>One &amp; two</p><p><img src=x onerror=pwned()>Three</p>',
    attachment: null,
  });
  const { container } = render(<UnsentDrafts userId={me} postId="p1" />);
  const box = within(await screen.findByRole('region', { name: 'Unsent comment' }));
  expect(container.querySelector('img')).toBeNull();
  await user.click(box.getByRole('button', { name: 'Copy my text' }));
  expect(written).toEqual(['One & two\n\nThree']);
  await user.click(box.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(await copy()).toEqual([]);
  vi.unstubAllGlobals();
});

it.each([
  ['a draft', async () => saveDraft('comment:p1', { html: '<p>Kept</p>', attachment: null })],
  ['a rejected comment', () => reject('i1', '<p>Kept</p>')],
])('is shown on the page of a post if this browser has %s', async (_, keep) => {
  await keep();
  render(<LazyUnsentDrafts userId={me} postId="p1" />);
  expect(await screen.findByText('Kept')).toBeTruthy();
});

it('is not loaded on the page of a post if this browser has none', async () => {
  saveDraft('comment:p2', { html: '<p>Under another post</p>' });
  const { container } = render(<LazyUnsentDrafts userId={me} postId="p1" />);
  expect(container.innerHTML).toBe('');
});
