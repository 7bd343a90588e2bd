import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { TabBoundary } from './space-tabs.tsx';

const fetchApi = vi.fn(async (_path: string, _request: RequestInit) => new Response('{"reference":"r"}'));
vi.stubGlobal('fetch', fetchApi);
afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('broken tab');
}

it('contains the crash of a tab, shows and reports it, and offers to reload', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.fn();
  vi.stubGlobal('location', { pathname: '/open/space', reload });
  render(
    <>
      <TabBoundary>
        <Broken />
      </TabBoundary>
      <TabBoundary>
        <p>another tab</p>
      </TabBoundary>
    </>,
  );
  expect(screen.getByText('Something went wrong loading this tab.')).toBeTruthy();
  expect(screen.getByText('another tab')).toBeTruthy();
  const [path, request] = fetchApi.mock.calls[0] ?? [];
  expect(path).toBe('/api/client-errors');
  expect(JSON.parse(String(request?.body))).toMatchObject({
    kind: 'tab',
    message: 'Error: broken tab',
    path: '/open/space',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Reload Page' }));
  expect(reload).toHaveBeenCalledOnce();
});
