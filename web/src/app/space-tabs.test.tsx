import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { notifyReconnect, setOffline } from '#web/lib/live/reconnect.ts';
import { TabBoundary } from './space-tabs.tsx';

const fetchApi = vi.fn(async (_path: string, _request: RequestInit) => new Response('{"reference":"r"}'));
vi.stubGlobal('fetch', fetchApi);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let isBroken = false;
const FailsWhileBroken = () => (isBroken ? <Broken /> : <p>the tab</p>);

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

it('says that it reconnects while the page is offline, and loads the tab again afterwards', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  isBroken = true;
  setOffline(true);
  render(
    <TabBoundary>
      <FailsWhileBroken />
    </TabBoundary>,
  );
  expect(screen.getByRole('status').textContent).toBe('Reconnecting...');
  expect(screen.queryByRole('button', { name: 'Reload Page' })).toBeNull();
  isBroken = false;
  act(() => setOffline(false));
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy();
  await act(async () => notifyReconnect());
  expect(screen.getByText('the tab')).toBeTruthy();
});
