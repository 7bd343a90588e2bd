import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditLogEntry } from '#contract/features/audit/audit.ts';
import type { ModerationCase } from '#contract/features/moderation/moderation.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aCase, aPerson, aSpace, idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { ModerationAside } from './moderation-aside.tsx';
import { ModerationLink } from './moderation-link.tsx';
import { ModerationScreen, type ModerationView } from './moderation-screen.tsx';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

/** A space with these open cases; resolving them succeeds. */
function show(cases: ModerationCase[], responses: Responses = {}, view: ModerationView = 'open') {
  call.mockImplementation(
    respondWith({
      get_open_cases: () => ({ open_count: cases.length, version: 1, live_cursor: 0 }),
      list_cases: () => ({ cases, next_cursor: null }),
      resolve_case: () => ({}),
      ...responses,
    }),
  );
  return renderPage(createQueryClient(call), <ModerationScreen space={aSpace()} view={view} />);
}
const requests = (operation: string) =>
  call.mock.calls.filter(([name]) => name === operation).map(([, input]) => input);
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }));
const theCase = () => screen.findByRole('article', { name: 'Report about Olive' });

it('shows what was reported, by whom and why, and the tab that is open', async () => {
  const [report] = aCase().reports;
  if (!report) throw new Error('no report');
  const reports = [
    { ...report, reason: 'rule' as const, rule_text: 'No selling' },
    { ...report, id: idOf(8), reporter: null, reason: 'other' as const, note: 'Third time this week' },
  ];
  show([aCase({ report_count: 7, reports })]);
  const card = await theCase();
  expect(card.textContent).toContain('Buy my presets');
  expect(within(card).getByRole('link', { name: 'First rolls' }).getAttribute('href')).toBe(
    `/bread/post/first-rolls?highlight_comment=${idOf(5)}`,
  );
  const rows = within(within(card).getByRole('list', { name: 'Reports' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Breaks the rule “No selling” · Mia · /),
    expect.stringMatching(/^Something else · Name hidden · .*Third time this week$/),
    'and 5 more',
  ]);
  const tabs = screen.getByRole('navigation', { name: 'Moderation' });
  expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Reports1 waiting');
  expect(within(tabs).getByRole('link', { name: 'Resolved' }).getAttribute('href')).toBe(
    '/bread/space/moderation?show=resolved',
  );
  expect(within(tabs).getByRole('link', { name: 'Log' }).getAttribute('href')).toBe(
    '/bread/space/moderation/log',
  );
});

it.each([
  ['open', 'No open reports', 'Reports from members will show up here.'],
  ['resolved', 'No resolved reports yet', 'Resolved reports stay here, with the decision and the reason.'],
] as const)('says that there are no %s cases', async (view, title, text) => {
  show([], {}, view);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(requests('list_cases')).toEqual([{ space_id: spaceId, status: view }]);
});

it('loads further cases on request', async () => {
  show([], {
    list_cases: ({ cursor }) =>
      cursor === 'next'
        ? { cases: [aCase({ id: idOf(2), author: aPerson({ full_name: 'Ugo' }) })], next_cursor: null }
        : { cases: [aCase()], next_cursor: 'next' },
  });
  await theCase();
  await press('Show more');
  expect(await screen.findByRole('article', { name: 'Report about Ugo' })).toBeTruthy();
});

it('says how a case was resolved, by whom and why', async () => {
  const resolved = {
    resolved_at: timeOf(5),
    resolved_by: aPerson({ full_name: 'Nell' }),
    outcome_reason: 'We sell nothing here.',
  };
  show(
    [
      aCase({ ...resolved, outcome: 'removed' }),
      aCase({ ...resolved, id: idOf(2), outcome: 'banned', resolved_by: null, outcome_reason: null }),
      aCase({ ...resolved, id: idOf(3), kind: 'member', post: null, outcome: 'banned' }),
      aCase({ ...resolved, id: idOf(4), outcome: 'dismissed' }),
    ],
    {},
    'resolved',
  );
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  const [removed, banned, member, dismissed] = screen.getAllByRole('article').map((card) => card.textContent);
  expect(removed).toMatch(/Removed.*Resolved by Nell.*“We sell nothing here.”/);
  expect(banned).toMatch(/Author banned.*Resolved by someone/);
  expect(member).toMatch(/A member of this space.*Banned/);
  expect(dismissed).toContain('Dismissed');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

it('says that the author deleted what was reported', async () => {
  show([aCase({ deleted_at: timeOf(1) })]);
  expect((await theCase()).textContent).toContain('Deleted by the author');
});

it('dismisses a case without asking for a reason', async () => {
  show([aCase()]);
  await press('Dismiss', await theCase());
  expect(await screen.findByText('Report dismissed')).toBeTruthy();
  expect(requests('resolve_case')).toStrictEqual([
    { space_id: spaceId, case_id: idOf(1), outcome: 'dismissed' },
  ]);
  expect(requests('get_open_cases')).toHaveLength(1);
  await waitFor(() => expect(requests('list_cases')).toHaveLength(2));
});

it('says why a case could not be dismissed, and refetches the list', async () => {
  show([aCase()], {
    resolve_case: () => {
      throw new NetworkError(null);
    },
  });
  await press('Dismiss', await theCase());
  expect((await screen.findByText("Couldn't dismiss the report")).closest('.toast')?.textContent).toContain(
    "Couldn't reach the server.",
  );
  await waitFor(() => expect(requests('list_cases')).toHaveLength(2));
});

it('removes a comment with a reason, which suggests the broken rule', async () => {
  const reports = aCase().reports.map((report) => ({
    ...report,
    reason: 'rule' as const,
    rule_text: 'No selling',
  }));
  show([aCase({ reports })]);
  await press('Remove comment', await theCase());
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove this comment?' });
  const reason = within(dialog).getByLabelText<HTMLTextAreaElement>('Reason');
  expect(reason.value).toBe('This breaks our rule: No selling');
  await userEvent.type(reason, '! ');
  await press('Remove comment', dialog);
  expect(await screen.findByText('Removed')).toBeTruthy();
  expect(requests('resolve_case')).toEqual([
    { space_id: spaceId, case_id: idOf(1), outcome: 'removed', reason: 'This breaks our rule: No selling!' },
  ]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('does not remove anything without a reason', async () => {
  show([aCase({ kind: 'post' })]);
  await press('Remove post', await theCase());
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove this post?' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), '  ');
  await press('Remove post', dialog);
  expect(await within(dialog).findByText('Add a reason. The author will see it.')).toBeTruthy();
  expect(requests('resolve_case')).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'x');
  expect(within(dialog).queryByText('Add a reason. The author will see it.')).toBeNull();
});

it.each([
  ['comment', 'Remove and ban', 'The comment will be removed too.'],
  ['post', 'Remove and ban', 'The post will be removed too.'],
  ['member', 'Ban', "Olive loses access to Bread right away and can't rejoin until unbanned."],
] as const)('bans the author of a reported %s', async (kind, label, text) => {
  show([aCase({ kind })]);
  await press(label, await theCase());
  const dialog = await screen.findByRole('alertdialog', { name: 'Ban Olive?' });
  expect(dialog.textContent).toContain(text);
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Enough.');
  await press('Ban', dialog);
  expect(await screen.findByText('Member Banned')).toBeTruthy();
  expect(requests('resolve_case')[0]).toMatchObject({ outcome: 'banned', reason: 'Enough.' });
});

it('keeps the reason in the dialog if removing fails', async () => {
  show([aCase()], {
    resolve_case: () => {
      throw new ApiError('remove_not_allowed', 403, 'You may not remove this.');
    },
  });
  await press('Remove comment', await theCase());
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Spam.');
  await press('Remove comment', dialog);
  expect(await within(dialog).findByText('You may not remove this.')).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Spam.');
  expect(screen.queryByText("Couldn't dismiss the report")).toBeNull();
});

it('says that another moderator was faster', async () => {
  show([aCase()], {
    resolve_case: () => {
      throw new ApiError('case_resolved', 409, 'Nell resolved this a moment ago.');
    },
  });
  await press('Remove comment', await theCase());
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Spam.');
  await press('Remove comment', dialog);
  expect((await screen.findByText('Already resolved')).closest('.toast')?.textContent).toContain(
    'Nell resolved',
  );
});

it('offers only what the viewer may do', async () => {
  show([
    aCase({ permissions: { can_resolve: false, can_ban: false } }),
    aCase({
      id: idOf(2),
      author: aPerson({ full_name: 'Ugo' }),
      permissions: { can_resolve: true, can_ban: false },
    }),
  ]);
  const mine = await theCase();
  const buttonsIn = (card: HTMLElement) =>
    within(card)
      .getAllByRole('button')
      .map((button) => button.textContent);
  expect(buttonsIn(mine)).toEqual(['Olive', 'Mia']);
  expect(mine.textContent).toContain('Only another moderator can decide this.');
  const other = screen.getByRole('article', { name: 'Report about Ugo' });
  expect(buttonsIn(other)).toEqual(['Ugo', 'Mia', 'Dismiss', 'Remove comment']);
});

const entry = (fields: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id: idOf(1),
  space_id: spaceId,
  action: 'post_pinned',
  actor: aPerson({ full_name: 'Nell' }),
  target: aPerson({ full_name: 'Ugo' }),
  post: null,
  comment_id: null,
  details: {},
  created_at: timeOf(0),
  ...fields,
});

it('lists what moderators did, with a link to the content and the reason', async () => {
  const post = { id: idOf(6), slug: 'first-rolls', title: 'First rolls' };
  const actions = [
    entry({ action: 'comment_removed', post, comment_id: idOf(5), details: { reason: 'Ads.' } }),
    entry({ id: idOf(2), action: 'post_removed', post }),
    entry({ id: idOf(3), action: 'member_role_changed', details: { role: 'admin' } }),
    entry({
      id: idOf(4),
      action: 'member_role_changed',
      details: { role: 'member' },
      actor: null,
      target: null,
    }),
    entry({
      id: idOf(5),
      action: 'settings_saved',
      details: { fields: 'pricing_type, price_per_month, name' },
    }),
    entry({ id: idOf(6), action: 'category_added', details: { name: 'Help' } }),
    entry({ id: idOf(7), action: 'access_limited', details: { name: 'Help' } }),
    entry({ id: idOf(8), action: 'access_opened', details: { name: 'Help' } }),
    entry({ id: idOf(9), action: 'access_given', details: { name: 'Help' } }),
    entry({ id: idOf(10), action: 'access_given', details: { name: 'Help', count: '1' }, target: null }),
    entry({ id: idOf(11), action: 'access_taken', details: { name: 'Help' } }),
    entry({ id: idOf(12), action: 'access_taken', details: { name: 'Help', count: '3' }, target: null }),
  ];
  show([], { list_audit_log: () => ({ actions, next_cursor: null }) }, 'log');
  await screen.findByText('Ads.');
  const items = screen.getAllByRole('listitem');
  const rows = items.map((row) => row.textContent);
  expect(rows[0]).toContain('Nell removed a comment by Ugo');
  const names = items.slice(0, 4).map((row) =>
    within(row)
      .queryAllByRole('button')
      .map((name) => name.textContent),
  );
  expect(names).toEqual([['Nell', 'Ugo'], ['Nell', 'Ugo'], ['Nell', 'Ugo'], []]);
  expect(rows.slice(1)).toEqual([
    expect.stringContaining('Nell removed a post by Ugo'),
    expect.stringContaining('Nell made Ugo an admin'),
    expect.stringContaining('Someone made someone a member'),
    expect.stringContaining('Nell changed space settings: price, name'),
    expect.stringContaining('Nell added the category Help'),
    expect.stringContaining('Nell changed who can open “Help”'),
    expect.stringContaining('Nell opened “Help” to everyone'),
    expect.stringContaining('Nell gave Ugo access to “Help”'),
    expect.stringContaining('Nell gave 1 member access to “Help”'),
    expect.stringContaining("Nell took back Ugo's access to “Help”"),
    expect.stringContaining('Nell took back access to “Help” from 3 members'),
  ]);
  expect(
    screen.getAllByRole('link', { name: 'First rolls' }).map((link) => link.getAttribute('href')),
  ).toEqual([`/bread/post/first-rolls?highlight_comment=${idOf(5)}`, '/bread/post/first-rolls']);
});

it('says that the log is empty, or could not be loaded', async () => {
  let isDown = true;
  show(
    [],
    {
      list_audit_log: () => {
        if (isDown) throw new NetworkError(null);
        return { actions: [], next_cursor: null };
      },
    },
    'log',
  );
  expect(await screen.findByText("Couldn't load this")).toBeTruthy();
  isDown = false;
  await press('Try again');
  expect(await screen.findByText('No entries yet')).toBeTruthy();
});

it.each([
  [0, 'Moderation'],
  [1, 'Moderation, 1 open report'],
  [3, 'Moderation, 3 open reports'],
])('links to moderation, with %i open cases', async (open_count, name) => {
  call.mockImplementation(
    respondWith({ get_open_cases: () => ({ open_count, version: 1, live_cursor: 0 }) }),
  );
  renderPage(createQueryClient(call), <ModerationLink space={aSpace()} />);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/bread/space/moderation');
});

it.each([
  [[{ id: 'r1', text: 'No selling' }], 'No selling', 'Edit rules'],
  [[], 'Members can choose a rule when they report something.', 'Add rules'],
  [null, 'Members can choose a rule when they report something.', 'Add rules'],
])('shows the rules beside the reports, and who else decides: %j', (rules_list, text, link) => {
  const staff = [{ role: 'admin' as const, user: aPerson({ full_name: 'Nora' }) }];
  renderPage(createQueryClient(call), <ModerationAside space={aSpace({ rules_list, staff })} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/bread/about?edit=rules');
  expect(screen.getByRole('region', { name: 'Owner and admins' }).textContent).toMatch(/Nora.*Admin/);
});
