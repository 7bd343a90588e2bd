import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { AuthDialog, type AuthDialogKind } from './auth-dialog.tsx';

afterEach(cleanup);

it.each<[AuthDialogKind, 'join' | 'ask' | 'open', string]>([
  ['login', 'open', 'Log in to continue to Slow Bread.'],
  ['signup', 'open', 'Sign up to continue to Slow Bread.'],
  ['login', 'join', 'Log in to join Slow Bread.'],
  ['signup', 'join', 'Sign up to join Slow Bread.'],
  ['login', 'ask', 'Log in to send your request to join Slow Bread.'],
  ['signup', 'ask', 'Sign up to send your request to join Slow Bread.'],
])('names the space that people come from, and what happens there: %s to %s', async (kind, goal, text) => {
  const dialog = (space: { name: string; goal: typeof goal } | undefined) => (
    <AuthDialog kind={kind} brandName="Hearth" redirect="/slow-bread/about" space={space} />
  );
  const { update } = renderPage(createQueryClient(respondWith({})), dialog({ name: 'Slow Bread', goal }));
  expect(await screen.findByText(text)).toBeTruthy();
  update(dialog(undefined));
  expect(screen.queryByText(text)).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
});
