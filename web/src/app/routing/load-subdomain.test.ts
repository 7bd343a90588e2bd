import { expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { respondWith } from '#web-testing/fake-api.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { loadSubdomain } from './load-subdomain.ts';

it('requests the address of a space once', async () => {
  const find = vi.fn(() => ({ subdomain: 'film' }));
  const client = createQueryClient(respondWith({ get_space_address: find }));
  expect(await loadSubdomain(client, idOf(1))).toBe('film');
  expect(await loadSubdomain(client, idOf(1))).toBe('film');
  expect(find.mock.calls).toEqual([[{ space_id: idOf(1) }]]);
});
