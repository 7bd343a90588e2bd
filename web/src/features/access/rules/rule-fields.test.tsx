import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCourse } from '#web-testing/course-fixtures.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { idOf, spaceId } from '#web-testing/fixtures.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import type { Targets } from '../item-access.ts';
import { newRule, type RuleDraft } from './rule-draft.ts';
import { RulesFields } from './rules-fields.tsx';

afterEach(cleanup);

const chosen = `course:${aCourse().id}`;
const prerequisite: Partial<RuleDraft> = { kind: 'prerequisite', target: chosen };

/** Shows one rule. The list of courses arrives when it is said to. */
function open(rule: Partial<RuleDraft>, targets: Targets | null = { space_id: spaceId }) {
  const courses = Promise.withResolvers<object>();
  const list = vi.fn(() => courses.promise as never);
  const client = createQueryClient(respondWith({ list_courses: list }));
  const draft = { match: 'all' as const, rules: [{ ...newRule(), ...rule }] };
  render(
    <RulesFields
      closedText="Closed"
      targets={targets}
      draft={draft}
      giving="here"
      showsProblems={false}
      onChange={vi.fn()}
    />,
    { wrapper: pageProvider(client) },
  );
  const arrive = () =>
    courses.resolve({ courses: [aCourse({ title: 'Baking' })], next_cursor: null, live_cursor: 1 });
  return { list, arrive, fail: () => courses.reject(new Error('No connection')) };
}
const field = () => screen.getByRole('combobox', { name: 'To complete first' });
const isDisabled = () => field().hasAttribute('disabled') || field().hasAttribute('data-disabled');

it('Courses are requested only for a rule that names one', () => {
  expect(open({ kind: 'level' }).list).not.toHaveBeenCalled();
  cleanup();
  expect(open(prerequisite).list).toHaveBeenCalledTimes(1);
});

it('What must be completed is loading, not empty or gone, until the courses are there', async () => {
  const { arrive } = open(prerequisite);
  expect([field().textContent, isDisabled()]).toEqual([expect.stringContaining('Loading'), true]);
  arrive();
  await waitFor(() => expect(field().textContent).toContain('Baking'));
  expect(isDisabled()).toBe(false);
});

it('A course that is not in the list anymore, or is the item itself, is said to be gone', async () => {
  const { arrive } = open({ ...prerequisite, target: `course:${idOf(99)}` });
  arrive();
  await waitFor(() => expect(field().textContent).toContain('no longer shown'));
  cleanup();
  open(prerequisite, { space_id: spaceId, except_course_id: aCourse().id }).arrive();
  await waitFor(() => expect(field().textContent).toContain('no longer shown'));
  cleanup();
  open(prerequisite, null);
  expect(field().textContent).toContain('no longer shown');
});

it('A page of the same course can be required', async () => {
  const pages = [{ value: `page:${idOf(7)}`, label: 'Starter', note: 'Page' }];
  open({ ...prerequisite, target: `page:${idOf(7)}` }, { space_id: spaceId, pages }).arrive();
  await waitFor(() => expect(field().textContent).toContain('Starter'));
});
