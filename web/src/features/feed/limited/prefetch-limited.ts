import type { QueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';

const onServer = typeof window === 'undefined';

/** Loads the locks of categories, for which the server waits, and the code that shows them. */
export async function prefetchLimited(
  client: QueryClient,
  space: Space,
  slots: readonly { preload: () => Promise<void> }[],
): Promise<void> {
  const query = categoryLocksQuery(space);
  const loaded = query.enabled ? client.prefetchQuery(query) : undefined;
  await Promise.all([...slots.map(({ preload }) => preload()), onServer ? loaded : undefined]);
}
