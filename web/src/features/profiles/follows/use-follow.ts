import { useQuery } from '@tanstack/react-query';
import type { FollowState } from '#contract/features/profiles/follows.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { followQuery } from './follows.api.ts';

/** Returns how the viewer and a person follow each other. Nothing while it is loading, if it failed, and for visitors. */
export function useFollow(
  userId: string,
  { enabled = true }: { enabled?: boolean } = {},
): { follow: FollowState | undefined; isLoading: boolean } {
  const isSignedIn = useViewer() !== null;
  const { data, isLoading } = useQuery({ ...followQuery(userId), enabled: enabled && isSignedIn });
  return { follow: data?.follow, isLoading };
}
