import { useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { findLanding } from '#web/app/route-guards.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** What shows between signing in and the first page, while this browser finds where to lead. */
export function GatePage() {
  const context = useRouteContext({ from: '__root__' });
  const router = useRouter();
  useEffect(() => {
    let isHere = true;
    void findLanding(context).then((href) => {
      if (isHere) void router.navigate({ href, replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [context, router]);
  return (
    <section className="flex flex-col items-center gap-3 px-4 py-32 text-center" role="status">
      <h1 className="text-2xl">{context.page.brandName}</h1>
      <p className="text-soft">Setting up your workspace</p>
      <p className="flex items-center gap-2 text-sm text-faint">
        <Spinner />
        Loading your space...
      </p>
      <noscript>
        <a className="link" href="/discover">
          Discover spaces
        </a>
      </noscript>
    </section>
  );
}
