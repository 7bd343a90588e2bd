import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { readToast } from '#web/ui/overlays/toast.ts';
import { useJoinSpace } from './use-join-space.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());

const space = { id: 's1', name: 'Film', subdomain: 'film' } as Space;

async function join(response: object) {
  call.mockResolvedValue(response);
  const client = createQueryClient(call as never);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const onJoined = vi.fn();
  const { result } = renderHook(() => useJoinSpace(space, onJoined), { wrapper });
  result.current.mutate();
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  return onJoined;
}

it('shows why a join was refused and stays outside', async () => {
  const onJoined = await join({ success: false, outcome: 'refused', message: 'The space is full.' });
  expect(onJoined).not.toHaveBeenCalled();
  expect(readToast()).toMatchObject({
    title: 'Could Not Join Space',
    description: 'The space is full.',
    variant: 'destructive',
  });
});

it.each([
  [{ success: true, outcome: 'joined', message: 'Joined Space' }, 'Joined Space'],
  [
    { success: false, outcome: 'already', message: 'You are already a member of this space' },
    'You are already a member of this space',
  ],
])('opens the space for members: %o', async (response, title) => {
  const onJoined = await join(response);
  expect(onJoined).toHaveBeenCalledOnce();
  expect(readToast()).toMatchObject({ title });
});
