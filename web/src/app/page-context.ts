import type { QueryClient } from '@tanstack/react-query';
import type { LiveClient } from '#web/lib/live-client.ts';

/** What a page must know before it can be rendered, the same on the server and in the browser. */
export interface PageSettings {
  brandName: string;
  /** The address people open, without a trailing slash. */
  origin: string;
  /** A person's choice; null follows their system. */
  theme: 'light' | 'dark' | null;
  /** Address of the Latin part of Inter, which the first paint needs. */
  fontUrl: string | null;
}

/** What the router gives every route. */
export interface RouterContext {
  queryClient: QueryClient;
  live: LiveClient;
  page: PageSettings;
}
