import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** Returns the subdomain of a space by its id. @throws ApiError `space_not_found`. */
export async function loadSubdomain(client: QueryClient, spaceId: string): Promise<string> {
  const address = await client.ensureQueryData(apiQuery('get_space_address', { space_id: spaceId }));
  return address.subdomain;
}
