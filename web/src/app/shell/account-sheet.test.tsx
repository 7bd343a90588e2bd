import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { anAccount } from '#web-testing/fixtures.ts';
import { renderPage, setViewer } from '#web-testing/render-page.tsx';
import { AccountSheet } from './account-sheet.tsx';

it('shows who is signed in, changes the theme, leads to the settings, and logs out', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const client = createQueryClient(respondWith({}));
  setViewer(client, anAccount());
  const onOpenChange = vi.fn();
  const { href } = renderPage(
    client,
    <AccountSheet open onOpenChange={onOpenChange} trigger={<button type="button" />} />,
  );
  const sheet = within(await screen.findByRole('dialog', { name: 'Your account' }));
  expect(sheet.getByText('ada@example.com')).toBeTruthy();
  expect(sheet.getByRole('button', { name: 'Log Out' })).toBeTruthy();
  await userEvent.click(sheet.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  delete document.documentElement.dataset.theme;
  await userEvent.click(sheet.getByRole('link', { name: 'Settings' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(href()).toBe('/settings');
});
