import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '#web/lib/query-client.ts';

/** How long to wait for more letters before asking, in milliseconds. */
const checkDelay = 300;

/** Whether an address may still be taken: undefined while that is not known. Asks nothing for an invalid one. */
export function useSubdomainCheck(
  subdomain: string,
  isValid: boolean,
): { available: boolean; reason: string | null } | undefined {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(isValid ? subdomain : ''), checkDelay);
    return () => clearTimeout(timer);
  }, [subdomain, isValid]);
  const query = apiQuery('check_subdomain', { name: asked });
  const { data } = useQuery({ ...query, enabled: asked !== '', staleTime: 10_000 });
  return asked === subdomain ? data : undefined;
}
