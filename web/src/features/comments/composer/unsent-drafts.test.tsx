import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DraftStore } from '#web/lib/cache/drafts.ts';
import { listUnsentDrafts, UnsentDrafts } from './unsent-drafts.tsx';

const me = 'u1';
const saveDraft = (draftKey: string, value: unknown, userId = me) => {
  const store = new DraftStore(userId, draftKey);
  store.write(value);
  store.flush();
};
const copy = () => listUnsentDrafts(me, 'p1').map(({ html }) => html);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('finds the comment drafts, reply drafts and rejected comments of this user under this post', () => {
  saveDraft('comment:p1', { html: '<p>A comment</p>', attachment: null });
  saveDraft('comment:p1:c7', '<p>A reply in the old format</p>');
  saveDraft('outbox:p1', [{ body: '<p>Refused</p>' }, { body: '<p>Twice</p>' }]);
  saveDraft('comment:p2', { html: '<p>Elsewhere</p>' });
  saveDraft('comment:p1', { html: '<p>Of someone else</p>' }, 'u2');
  expect(copy().sort()).toEqual([
    '<p>A comment</p>',
    '<p>A reply in the old format</p>',
    '<p>Refused</p><p>Twice</p>',
  ]);
  saveDraft('comment:p1', { html: '<p> </p>' });
  expect(copy()).not.toContain('<p> </p>');
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
  const box = within(screen.getByRole('region', { name: 'Unsent comment' }));
  expect(container.querySelector('img')).toBeNull();
  await user.click(box.getByRole('button', { name: 'Copy my text' }));
  expect(written).toEqual(['One & two\n\nThree']);
  await user.click(box.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(copy()).toEqual([]);
  vi.unstubAllGlobals();
});
