import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { CreateSpaceForm } from './create-space-form.tsx';

afterEach(cleanup);

async function show() {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/create-space',
    component: () => <CreateSpaceForm origin="https://hearth.example" heading={null} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/create-space'] }),
  });
  render(
    <QueryClientProvider client={createQueryClient(vi.fn() as never)}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Name');
  return userEvent.setup();
}

it('starts a paid space at $10 a month, and a free one without a price', async () => {
  const user = await show();
  expect(screen.queryByLabelText('Price per month')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Paid monthly' }));
  expect(screen.getByLabelText<HTMLInputElement>('Price per month').value).toBe('10');
  await user.click(screen.getByRole('radio', { name: 'Free' }));
  expect(screen.queryByLabelText('Price per month')).toBeNull();
});

it('previews what is typed', async () => {
  const user = await show();
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(preview.textContent).toContain('Your space');
  await user.type(screen.getByLabelText('Name'), 'Night Walks');
  await user.type(screen.getByLabelText('Description'), 'Slow photos after dark.');
  await user.click(screen.getByRole('switch', { name: 'Private' }));
  await user.click(screen.getByRole('radio', { name: 'Paid monthly' }));
  expect(preview.textContent).toMatch(
    /Night Walks\/night-walksSlow photos after dark\.1 member·\$10\/month·Private/,
  );
});
