import type { QueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';
import { preloadSlots } from './limited-slots.tsx';

/** Loads the locks of categories. The server waits for them, and for the code that shows them. */
export async function prefetchLimited(client: QueryClient, space: Space): Promise<void> {
  const loaded = client.prefetchQuery(categoryLocksQuery(space));
  // The build leaves this out in browsers.
  if (import.meta.env.SSR) await Promise.all([loaded, preloadSlots()]);
}
