import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { markSignedIn } from '#web/lib/session/signed-in-mark.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { aSpace } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { toJoinPath, toSignInGoal, useJoinIntent } from './join-intent.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

function Button({ action }: { action: () => void }) {
  useJoinIntent(action);
  return null;
}
function open(path: string) {
  const action = vi.fn();
  const { href } = renderPage(createQueryClient(respondWith({})), <Button action={action} />, path);
  return { action, href };
}
const path = '/bread/about?ref=0123abcd#join';

it('runs once on the page that signing in leads to, and leaves no sign in the address', async () => {
  markSignedIn(path);
  const { action, href } = open(path);
  await waitFor(() => expect(href()).toBe('/bread/about?ref=0123abcd'));
  expect(action).toHaveBeenCalledOnce();
  const again = open(path);
  await waitFor(() => expect(again.href()).toBe('/bread/about?ref=0123abcd'));
  expect(again.action).not.toHaveBeenCalled();
});

it.each([
  ['nobody has just signed in', () => {}, path],
  ['signing in led elsewhere', () => markSignedIn('/bread/about#join'), path],
  ['signing in was minutes ago', () => markSignedIn(path, Date.now() - 121_000), path],
  ['someone signed in without choosing it', () => markSignedIn('/bread/about'), '/bread/about'],
] as const)("doesn't run if %s", async (_when, prepare, address) => {
  prepare();
  const { action, href } = open(address);
  await waitFor(() => expect(href()).not.toContain('#'));
  expect(action).not.toHaveBeenCalled();
});

it('says what signing in leads to', () => {
  const space = aSpace({ membership: null });
  expect(toJoinPath('/bread/space#comment')).toBe('/bread/space#join');
  expect(toSignInGoal(space, '/bread/space#join')).toBe('join');
  expect(toSignInGoal(aSpace({ membership: null, is_private: true }), '/bread/about#join')).toBe('ask');
  for (const [one, to] of [
    [space, '/bread/space'],
    [space, undefined],
    [aSpace({ membership: null, pricing_type: 'paid', price_per_month: 5 }), '/bread/about#join'],
  ] as const)
    expect(toSignInGoal(one, to)).toBe('open');
});
