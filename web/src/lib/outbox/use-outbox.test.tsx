import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { notifyReconnect } from '#web/lib/live/reconnect.ts';
import { pageProvider } from '#web-testing/render-page.tsx';
import type { Outbox } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';

const items: never[] = [];
const newOutbox = () =>
  ({ onChange: () => () => {}, read: () => items, setConnected: vi.fn() }) as unknown as Outbox<object>;
const render = (open: (() => Promise<Outbox<object>>) | null) =>
  renderHook(({ open }) => useOutbox(open), {
    wrapper: pageProvider(createQueryClient(() => Promise.reject(new Error('not here')))),
    initialProps: { open },
  });

it('An outbox whose code could not be loaded is opened when the server can be reached again, and once', async () => {
  const outbox = newOutbox();
  const open = vi.fn(async () => outbox);
  open.mockRejectedValueOnce(new Error('offline'));
  const { result } = render(open);
  await act(async () => {});
  expect(result.current).toEqual([null, []]);
  await act(async () => notifyReconnect());
  expect(result.current[0]).toBe(outbox);
  await act(async () => notifyReconnect());
  expect(open).toHaveBeenCalledTimes(2);
});

it('An outbox that arrives after another one was asked for is not used', async () => {
  const early = Promise.withResolvers<Outbox<object>>();
  const late = newOutbox();
  const { result, rerender } = render(() => early.promise);
  const openLate = async () => late;
  rerender({ open: openLate });
  await act(async () => early.resolve(newOutbox()));
  expect(result.current[0]).toBe(late);
  rerender({ open: null });
  expect(result.current[0]).toBeNull();
});
