import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccessSettings } from '#contract/features/access/access.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { toRuleDraft } from './rule-draft.ts';
import { useRulesDraft } from './use-rules-draft.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const item = { kind: 'page', id: idOf(1) } as const;
const access: AccessSettings = { match: 'any', rules: [{ kind: 'level', level: 3 }] };
const open = (...[userId, of, stored]: Partial<Parameters<typeof useRulesDraft>>) =>
  renderHook(() => useRulesDraft(userId ?? 'u1', of ?? item, stored === undefined ? access : stored)).result;

it('Rules that were changed and changed back are not kept', () => {
  const draft = open();
  expect(draft.current.isClean).toBe(true);
  act(() => draft.current.change({ rules: [] }));
  expect(draft.current.isClean).toBe(false);
  expect(open().current.isRestored).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  expect(open().current.isRestored).toBe(true);
  act(() => draft.current.change({ rules: access.rules.map(toRuleDraft) }));
  expect(draft.current.isClean).toBe(true);
  expect(open().current.isRestored).toBe(false);
});

it('The rules of each item and user are kept by themselves', () => {
  const draft = open();
  act(() => draft.current.change({ match: 'all' }));
  expect(draft.current.isClean).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  expect(open().current.values.match).toBe('all');
  for (const other of [
    open('u2'),
    open('u1', { ...item, kind: 'folder' }),
    open('u1', { ...item, id: idOf(2) }),
  ])
    expect(other.current.values.match).toBe('any');
});

it('An item without rules starts with none, of which all are to be met', () => {
  expect(open('u1', item, null).current.values).toEqual({ match: 'all', rules: [] });
});
