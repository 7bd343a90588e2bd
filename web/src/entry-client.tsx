import './styles/main.css';
import { RouterProvider } from '@tanstack/react-router';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { createRoot } from 'react-dom/client';
import { setLocaleSource } from '#contract/i18n/locale.ts';
import { readEmptyPage } from './app/empty-page.ts';
import { reportUncaught } from './app/report-error.ts';
import { createPageRouter } from './app/routing/router.ts';
import { replayEarlyInput } from './app/start/early-input.ts';
import { hydratePage } from './app/start/hydrate-page.tsx';
import { readDescriptor } from './app/start/session-refresh.ts';
import { startPage } from './app/start/start-page.ts';
import { reloadPage, sessionQuery } from './features/auth/index.ts';
import { call } from './lib/api/api-client.ts';
import { restoreDrafts } from './lib/cache/drafts.ts';
import { createQueryClient } from './lib/cache/query-client.ts';
import { LiveClient } from './lib/live/live-client.ts';

// The server chose the locale of the page.
const { lang } = document.documentElement;
setLocaleSource(() => lang);

function start(): void {
  if (!document.getElementById('root')) {
    void import('./app/start/start-failure.ts').then(({ showStartFailure }) => showStartFailure());
    return;
  }
  reportUncaught();
  restoreDrafts(readDescriptor(document.cookie)?.user_id);
  const queryClient = createQueryClient(call, reloadPage);
  const viewerId = () => queryClient.getQueryData(sessionQuery.queryKey)?.user?.id ?? null;
  const live = new LiveClient(() => ({ client: queryClient, viewerId: viewerId() }));
  // The page includes its settings; they are set before anything renders.
  const empty = readEmptyPage();
  const page = empty ?? { brandName: '', origin: window.location.origin, theme: null, fontUrl: null };
  const router = createPageRouter({ queryClient, live, page });
  const startParts = () => startPage({ queryClient, live, router });
  if (empty) {
    // The server couldn't render the page. Replace the loading screen once the page has loaded, or after a second.
    const loaded = router.load();
    const timeout = new Promise((resolve) => setTimeout(resolve, 1_000));
    void Promise.race([loaded, timeout]).then(() => {
      createRoot(document).render(<RouterProvider router={router} />);
    });
    void loaded.then(startParts);
  } else {
    hydratePage(document, <RouterClient router={router} />, () => {
      void replayEarlyInput();
      startParts();
    });
  }
}

if (/^en-X[AZ]$/.test(lang))
  void import('#contract/i18n/pseudo-locales.ts').then((locales) => {
    locales.addPseudoLocales();
    start();
  });
// In a task of its own, after the one that runs the scripts.
else setTimeout(start);
