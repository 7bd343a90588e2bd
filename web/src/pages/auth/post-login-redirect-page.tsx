import { Link, useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { PageMessage } from '#web/app/page-states.tsx';
import { findLanding } from '#web/app/routing/route-guards.ts';
import { showsLoading, stageMessages, toNextStage } from '#web/app/start/entry-stages.ts';
import { Button } from '#web/ui/button.tsx';
import { CardsSkeleton } from '#web/ui/page/page-skeletons.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Shown after login until the first page is known. */
export function PostLoginRedirectPage() {
  const context = useRouteContext({ from: '__root__' });
  const router = useRouter();
  const [stage, go] = useReducer(toNextStage, 'initializing');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the redirect.
  useEffect(() => {
    let isHere = true;
    const redirectToFirstPage = async () => {
      const href = await findLanding(context, (next) => isHere && go(next));
      if (!isHere) return;
      go('redirecting');
      await router.navigate({ href, replace: true });
      go('complete');
    };
    redirectToFirstPage().catch(() => {
      if (isHere) go('error');
    });
    return () => {
      isHere = false;
    };
  }, [context, router, attempt]);
  if (stage === 'error') {
    return (
      <PageMessage
        title={t('Failed to fetch spaces')}
        actions={
          <>
            <Button
              variant="primary"
              onClick={() => {
                go('initializing');
                setAttempt(attempt + 1);
              }}
            >
              {t('Try Again')}
            </Button>
            <Button render={<Link to="/discover" />}>{t('Go to Discover')}</Button>
          </>
        }
      >
        <p>{t("We couldn't load your spaces.")}</p>
      </PageMessage>
    );
  }
  const message = (
    <p className="flex items-center gap-2 text-sm text-faint" role="status">
      <Spinner />
      {t(stageMessages[stage])}
    </p>
  );
  // Where to go is known: the page takes the shape of what comes.
  if (!showsLoading(stage)) {
    return (
      <>
        <div className="mx-auto max-w-page px-4 pt-6 lg:px-6">{message}</div>
        <div aria-hidden="true">
          <CardsSkeleton />
        </div>
      </>
    );
  }
  return (
    <section className="flex flex-col items-center gap-3 px-4 py-32 text-center">
      <h1 className="text-2xl">{context.page.brandName}</h1>
      <p className="text-soft">{t('Setting up your workspace')}</p>
      {message}
      <noscript>
        <a className="link" href="/discover">
          {t('Discover spaces')}
        </a>
      </noscript>
    </section>
  );
}
