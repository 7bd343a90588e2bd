import type { QueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { loadLimitedCode } from './load-limited-code.ts';

/** Loads what a feed shows of limited categories, so that their locks are part of the page. Loads nothing where there are none. */
export async function loadLimited(client: QueryClient, space: Space | undefined): Promise<void> {
  if (!space?.categories.some(({ is_limited }) => is_limited)) return;
  await (await loadLimitedCode()).prefetchLimited(client, space);
  // The build leaves this out in browsers.
  if (import.meta.env.SSR) await (await import('./limited-slots.tsx')).preloadSlots();
}
