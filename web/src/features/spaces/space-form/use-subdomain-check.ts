import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** How long to wait for more input before checking, in milliseconds. */
const checkDelay = 300;

/** Whether an address is available: undefined while unknown. Doesn't check invalid addresses. */
export function useSubdomainCheck(
  subdomain: string,
  isValid: boolean,
): { available: boolean; reason: string | null } | undefined {
  const [requested, setRequested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRequested(isValid ? subdomain : ''), checkDelay);
    return () => clearTimeout(timer);
  }, [subdomain, isValid]);
  const query = apiQuery('check_subdomain', { name: requested });
  const { data } = useQuery({ ...query, enabled: requested !== '', staleTime: 10_000 });
  return requested === subdomain ? data : undefined;
}
