import type { QueryClient } from '@tanstack/react-query';
import type { LiveClient } from '#web/lib/live/live-client.ts';

/** What a page needs before rendering, the same on the server and in the browser. */
export interface PageSettings {
  brandName: string;
  /** The public address of the site, without a trailing slash. */
  origin: string;
  /** The user's choice; null follows the system. */
  theme: 'light' | 'dark' | null;
  /** Address of the Latin subset of Inter, which the first paint needs. */
  fontUrl: string | null;
}

/** The router context of every route. */
export interface RouterContext {
  queryClient: QueryClient;
  live: LiveClient;
  page: PageSettings;
}
