import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Gives the query cache of the router to the page. */
export function QueryScope({ children }: { children: ReactNode }) {
  const { queryClient } = useRouter().options.context;
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
