import { useMatch } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';

/** Returns the space whose page is open, once it has loaded. */
export function useOpenSpace(): Space | undefined {
  const match = useMatch({ from: '/$subdomain', shouldThrow: false });
  // The route loads the whole space, not only what lists show.
  return useEntity('space', match?.loaderData?.space_id ?? '') as Space | undefined;
}
