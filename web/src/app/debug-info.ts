import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/features/auth/index.ts';
import { listLocal } from '#web/lib/cache/local-store.ts';
import { pageTrail } from './routing/navigation-trail.ts';
import { readDescriptor } from './start/session-refresh.ts';

const sizeOf = (name: string): number => {
  try {
    return localStorage.getItem(`hearth.${name}`)?.length ?? 0;
  } catch {
    return 0;
  }
};

/** Collects the state of this page without user content: names and sizes of stored data, not the data. */
export function collectDebugInfo(client: QueryClient): Record<string, Record<string, string>> {
  const descriptor = readDescriptor(document.cookie);
  const queries = client.getQueryCache().getAll();
  return {
    Page: {
      path: window.location.pathname,
      window: `${window.innerWidth} x ${window.innerHeight} at ${window.devicePixelRatio}`,
      online: String(navigator.onLine),
      browser: navigator.userAgent,
      language: navigator.language,
    },
    Trail: Object.fromEntries(pageTrail.paths.map((path, step) => [String(step + 1), path])),
    Session: {
      person: client.getQueryData(sessionQuery.queryKey)?.user?.id ?? 'none',
      'cookie of': descriptor?.user_id ?? 'none',
      ends: descriptor ? new Date(descriptor.expires_at * 1000).toISOString() : 'none',
    },
    'Query cache': {
      queries: String(queries.length),
      stale: String(queries.filter((query) => query.isStale()).length),
      failed: String(queries.filter((query) => query.state.status === 'error').length),
    },
    // Not translated: for developers and support.
    Storage: Object.fromEntries(listLocal('').map((name) => [name, `${sizeOf(name)} characters`])),
  };
}
