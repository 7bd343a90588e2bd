import './styles/main.css';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { createPageRouter } from './app/router.ts';
import { showStartFailure } from './app/start-failure.ts';
import { startPage } from './app/start-page.ts';
import { renewPage, sessionQuery } from './features/auth/index.ts';
import { call } from './lib/api-client.ts';
import { LiveClient } from './lib/live-client.ts';
import { createQueryClient } from './lib/query-client.ts';

if (!document.getElementById('root')) {
  showStartFailure();
} else {
  const queryClient = createQueryClient(call, renewPage);
  const viewerId = () => queryClient.getQueryData(sessionQuery.queryKey)?.user?.id ?? null;
  const live = new LiveClient(() => ({ client: queryClient, viewerId: viewerId() }));
  // The settings come with the page and are filled in before anything renders.
  const page = { brandName: '', origin: window.location.origin, theme: null, fontUrl: null };
  const router = createPageRouter({ queryClient, live, page });
  hydrateRoot(document, <RouterClient router={router} />);
  startPage({ queryClient, live });
}
