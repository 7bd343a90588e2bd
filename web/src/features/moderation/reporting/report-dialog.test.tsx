import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPerson, aSpace, idOf, spaceId } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { ReportDialog, type ReportedContent } from './report-dialog.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
const onOpenChange = vi.fn();
const scrollIntoView = vi.fn();
beforeEach(() => {
  call.mockReset();
  onOpenChange.mockReset();
  scrollIntoView.mockReset();
  // jsdom has no layout.
  HTMLElement.prototype.scrollIntoView = scrollIntoView;
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

const space = aSpace({ rules_list: [{ id: 'r1', text: 'No selling' }] });
const author = aPerson({ id: idOf(3), full_name: 'Olive' });
const sent = () => ({ already: false, reviewed_by: 'moderators' as const });

function show(kind: ReportedContent['kind'], responses: Responses = {}) {
  call.mockImplementation(respondWith(responses));
  const target = { kind, id: kind === 'member' ? author.id : idOf(1) };
  renderPage(
    createQueryClient(call),
    <ReportDialog target={target} space={space} author={author} onOpenChange={onOpenChange} />,
  );
}
const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }));

// The first test: React warns about uncontrolled fields once.
it('starts without a reason, as a controlled field', async () => {
  const warn = vi.spyOn(console, 'error');
  show('post');
  expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([]);
  await choose(/^Spam/);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Spam/ }).checked).toBe(true);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

it.each([
  ['post', 'Report this post', { report_post: sent }, { post_id: idOf(1) }],
  ['comment', 'Report this comment', { report_comment: sent }, { comment_id: idOf(1) }],
  ['member', 'Report Olive', { report_member: sent }, { space_id: spaceId, user_id: author.id }],
] as const)('reports a %s, with a note', async (kind, title, responses, target) => {
  show(kind, responses);
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
  await choose(/^Spam/);
  await userEvent.type(screen.getByLabelText('Anything to add (optional)'), ' Every day ');
  await send();
  expect(await screen.findByText('Report sent')).toBeTruthy();
  const [operation] = Object.keys(responses);
  expect(call).toHaveBeenCalledExactlyOnceWith(operation, { ...target, reason: 'spam', note: 'Every day' });
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

it('lists the rules of the space under one heading', () => {
  call.mockImplementation(respondWith({}));
  const rules_list = ['No selling', 'Be kind', 'No spoilers'].map((text, index) => ({
    id: `r${index}`,
    text,
  }));
  renderPage(
    createQueryClient(call),
    <ReportDialog
      target={{ kind: 'post', id: idOf(1) }}
      space={aSpace({ rules_list })}
      author={author}
      onOpenChange={onOpenChange}
    />,
  );
  const texts = screen.getByRole('group', { name: "What's wrong?" }).textContent;
  expect(texts).toMatch(/Breaks a space rule.*No selling.*Be kind.*No spoilers.*Other reasons.*Spam/);
  expect(screen.getAllByText('Breaks a space rule')).toHaveLength(1);
});

it('names the broken rule of the space', async () => {
  show('post', { report_post: sent });
  await choose(/^No selling/);
  await send();
  expect(call).toHaveBeenCalledExactlyOnceWith('report_post', {
    post_id: idOf(1),
    reason: 'rule',
    rule_id: 'r1',
  });
});

it('asks for a reason, and for a description of another reason', async () => {
  show('post', { report_post: sent });
  await send();
  expect(screen.getByText('Choose a reason.')).toBeTruthy();
  expect(scrollIntoView).toHaveBeenCalled();
  await choose(/^Something else/);
  expect(screen.queryByText('Choose a reason.')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: "What's wrong?" }), ' ');
  await send();
  expect(screen.getByText('Describe the problem in a few words.')).toBeTruthy();
  expect(call).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole('textbox', { name: "What's wrong?" }), 'Odd');
  expect(screen.queryByText('Describe the problem in a few words.')).toBeNull();
  await send();
  expect(call).toHaveBeenCalledExactlyOnceWith('report_post', {
    post_id: idOf(1),
    reason: 'other',
    note: 'Odd',
  });
});

it.each([
  [new ApiError('rule_not_found', 404, 'This rule is gone.'), 'This rule is gone.'],
  [new NetworkError(null), new NetworkError(null).message],
  [new ApiError('internal', 500, ''), "Couldn't send the report. Please try again."],
])('stays open and says why if sending fails: %s', async (error, text) => {
  show('post', {
    report_post: () => {
      throw error;
    },
  });
  await choose(/^Harassment/);
  await send();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(onOpenChange).not.toHaveBeenCalled();
});

it.each([
  ['post', 'Post removed', { remove_post: () => ({}) }, { post_id: idOf(1) }],
  ['comment', 'Comment removed', { remove_comment: () => ({}) }, { comment_id: idOf(1) }],
] as const)('removes a %s with a reason', async (kind, title, responses, target) => {
  call.mockImplementation(respondWith(responses));
  renderPage(
    createQueryClient(call),
    <RemoveDialog target={{ kind, id: idOf(1) }} name="Olive" onOpenChange={onOpenChange} />,
  );
  await userEvent.type(screen.getByLabelText('Reason'), 'Ads. ');
  await userEvent.click(screen.getByRole('button', { name: `Remove ${kind}` }));
  expect(await screen.findByText(title)).toBeTruthy();
  const [operation] = Object.keys(responses);
  expect(call).toHaveBeenCalledExactlyOnceWith(operation, { ...target, reason: 'Ads.' });
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
