import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { dismissToast } from '#web/ui/overlays/toast.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { AppearOfflineSwitch } from './appear-offline-switch.tsx';

afterEach(() => {
  cleanup();
  dismissToast();
});

it('is saved when it is switched, and goes back if that fails', async () => {
  let isDown = false;
  const save = vi.fn(({ appear_offline }: { appear_offline: boolean }) => {
    if (isDown) throw new ApiError('internal', 500, '');
    return { appear_offline };
  });
  const call = respondWith({
    get_presence_settings: () => ({ appear_offline: false }),
    update_presence_settings: save,
  });
  renderPage(createQueryClient(call as never), <AppearOfflineSwitch />);
  const field = await screen.findByRole<HTMLInputElement>('switch', { name: 'Appear offline' });
  expect(field.checked).toBe(false);
  fireEvent.click(field);
  await waitFor(() => expect(save).toHaveBeenCalledWith({ appear_offline: true }));
  expect(field.checked).toBe(true);
  isDown = true;
  fireEvent.click(field);
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(field.checked).toBe(true));
});

it('says that it couldn’t be loaded, and loads again', async () => {
  let isDown = true;
  const call = respondWith({
    get_presence_settings: () => {
      if (isDown) throw new ApiError('membership_required', 403, '');
      return { appear_offline: true };
    },
  });
  renderPage(createQueryClient(call as never), <AppearOfflineSwitch />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  fireEvent.click(again);
  expect((await screen.findByRole<HTMLInputElement>('switch')).checked).toBe(true);
});
