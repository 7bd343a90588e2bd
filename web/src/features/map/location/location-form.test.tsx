import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { LocationForm } from './location-form.tsx';

afterEach(cleanup);

it('keeps the focus when its form opens and closes', async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient(vi.fn() as never)}>
      <LocationForm spaceId="s1" spaceName="Film" myCity={null} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Add my location' }));
  const field = await screen.findByRole('combobox', { name: 'City' }, { timeout: 10_000 });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add my location' }));
}, 20_000);
