import { CatchBoundary, HeadContent, Scripts, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentLocale } from '#contract/i18n/locale.ts';
import { toFormatLocale } from '#format-locale';
import { toFormatPatterns } from '#format-patterns';
import { LiveClientContext } from '#web/lib/live/use-live.ts';
import { useSignedOutInPlace } from '#web/lib/session/sign-out-in-place.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';
import { PageQueriesElement } from './page-queries-element.tsx';
import { PageError } from './page-states.tsx';
import { Shell } from './shell/shell.tsx';
import { SignedOutScreen } from './signed-out-screen.tsx';

const viewport = 'width=device-width, initial-scale=1, viewport-fit=cover';

/** The HTML document. The server renders it once; the browser hydrates it. */
export function PageDocument({ children }: { children: ReactNode }) {
  const { page, live } = useRouteContext({ from: '__root__' });
  const locale = currentLocale();
  const signedOut = useSignedOutInPlace();
  return (
    <html
      lang={locale}
      data-formats={toFormatLocale(locale)}
      data-patterns={toFormatPatterns(locale)}
      data-theme={page.theme ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={viewport} />
        {page.fontUrl && (
          <link rel="preload" as="font" type="font/woff2" href={page.fontUrl} crossOrigin="anonymous" />
        )}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <HeadContent />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1b1a" />
      </head>
      <body>
        <div id="root">
          <UiProvider>
            <LiveClientContext value={live}>
              {/* Failures of pages are caught inside; this is for the header and the navigation. */}
              <CatchBoundary getResetKey={() => 'shell'} errorComponent={PageError}>
                {signedOut ? <SignedOutScreen reason={signedOut} /> : <Shell>{children}</Shell>}
              </CatchBoundary>
            </LiveClientContext>
          </UiProvider>
          <Toaster />
        </div>
        <PageQueriesElement />
        <Scripts />
      </body>
    </html>
  );
}
