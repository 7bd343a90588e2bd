import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { StorageMeter, StorageUsage } from './storage-usage.tsx';

afterEach(cleanup);
const gigabyte = 1024 ** 3;

describe('Storage of a space', () => {
  it('shows the used storage if there is no limit', () => {
    render(<StorageMeter used={1.5 * gigabyte} limit={null} />);
    screen.getByText('1.5 GB used');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([
    [0.5, null],
    [0.95, "Storage is almost full. Members can't upload files once it's full."],
    [1, "Storage is full. Members can't upload files."],
  ])('warns as expected with %d of its limit used', (share, text) => {
    const { container } = render(<StorageMeter used={share * 20 * gigabyte} limit={20 * gigabyte} />);
    expect(screen.getByRole('progressbar', { name: 'Storage' }).getAttribute('aria-valuetext')).toBe(
      `${share * 20} GB of 20 GB`,
    );
    expect(container.querySelector('p')?.textContent ?? null).toBe(text);
  });

  it('is loaded from the server, and hidden if that fails', async () => {
    const call = vi.fn().mockResolvedValueOnce({ used_bytes: 2048, limit_bytes: null });
    const show = (spaceId: string) =>
      render(
        <QueryClientProvider client={createQueryClient(call as never)}>
          <StorageUsage spaceId={spaceId} />
        </QueryClientProvider>,
      );
    show('a');
    await screen.findByText('2 KB used');
    expect(call.mock.calls[0]?.slice(0, 2)).toEqual(['get_space_storage', { space_id: 'a' }]);
    cleanup();
    call.mockRejectedValue(new ApiError('not_allowed', 403, 'No'));
    const { container } = show('b');
    await vi.waitFor(() => expect(container.textContent).toBe(''));
  });
});
