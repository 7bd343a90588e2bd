import { useQueryClient } from '@tanstack/react-query';
import { useViewer } from '#web/features/auth/index.ts';
import { userSpacesQuery } from '#web/features/spaces/index.ts';

/** Answers a function that fetches the viewer's spaces before a list of them opens; a stranger has none. */
export function usePrepareSpaces(): () => void {
  const client = useQueryClient();
  const viewer = useViewer();
  return () => {
    if (viewer) void client.prefetchQuery(userSpacesQuery);
  };
}
