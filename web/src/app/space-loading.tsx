import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/auth/index.ts';
import { LoadingLine } from './page-states.tsx';

/** While a space is on its way: first who asks, then what for (document 1, section 2). */
export function SpaceLoading() {
  const { subdomain } = useParams({ strict: false });
  const isKnown = useQueryClient().getQueryData(sessionQuery.queryKey) !== undefined;
  return <LoadingLine>{isKnown ? `Loading ${subdomain}...` : 'Authenticating...'}</LoadingLine>;
}

export const PostRedirecting = () => <LoadingLine>Redirecting to post...</LoadingLine>;
