import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { respondWith } from '#web-testing/fake-api.ts';
import { aPerson, idOf, spaceId } from '#web-testing/fixtures.ts';
import { useFindPeople } from './use-find-people.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api/api-client.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());
afterEach(cleanup);

const ines = aPerson({ id: idOf(1), full_name: 'Ines Prado', username: 'ines', avatar_url: '/ines.webp' });

it('finds the members of the space that can be mentioned, with name, username and avatar', async () => {
  call.mockImplementation(respondWith({ search_mentionable_members: () => ({ people: [ines] }) }));
  const { result } = renderHook(() => useFindPeople(spaceId));
  await expect(result.current('in')).resolves.toEqual([
    { id: ines.id, name: 'Ines Prado', detail: '@ines', image: '/ines.webp' },
  ]);
  expect(call).toHaveBeenCalledExactlyOnceWith('search_mentionable_members', {
    space_id: spaceId,
    search: 'in',
  });
});

it('returns the same function until the space changes, so that an open editor keeps its list', async () => {
  call.mockImplementation(respondWith({ search_mentionable_members: () => ({ people: [] }) }));
  const { result, rerender } = renderHook(({ id }) => useFindPeople(id), { initialProps: { id: spaceId } });
  const first = result.current;
  rerender({ id: spaceId });
  expect(result.current).toBe(first);
  rerender({ id: idOf(7) });
  await result.current('');
  expect(call).toHaveBeenLastCalledWith('search_mentionable_members', { space_id: idOf(7), search: '' });
});
