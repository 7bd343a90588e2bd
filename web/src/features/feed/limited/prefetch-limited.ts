import type { QueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';

/** Loads the locks of categories. Only the server waits for them. */
export async function prefetchLimited(client: QueryClient, space: Space): Promise<void> {
  const loaded = client.prefetchQuery(categoryLocksQuery(space));
  if (import.meta.env.SSR) await loaded;
}
