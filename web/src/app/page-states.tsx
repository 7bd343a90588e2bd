import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { SearchX, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { ApiError, isApiError, isConnectionError, NetworkError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useReconnect } from '#web/lib/live/reconnect.ts';
import { ModuleLoadError } from '#web/lib/loading/load-module.ts';
import { describeLoadFailure } from '#web/lib/loading/show-load-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { reportError } from './report-error.ts';
import { reloadFailedPages } from './routing/lazy-page.ts';

const iconProps = { size: 26, 'aria-hidden': true } as const;

/** A page with a single message in its center. */
export function PageMessage({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-24 text-center">
      {icon && <div className="empty-icon !mb-1">{icon}</div>}
      <h1 className="text-2xl text-balance">{title}</h1>
      <div className="text-soft text-balance">{children}</div>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>
    </section>
  );
}

/** Shown when a route fails; reports the error to the server. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [shown, setShown] = useState(false);
  const [reference, setReference] = useState<string | null>(null);
  const isModule = error instanceof ModuleLoadError;
  const isOffline = error instanceof NetworkError;
  useEffect(() => {
    if (!(error instanceof ApiError || isOffline))
      void reportError(isModule ? 'module' : 'page', error).then(setReference);
  }, [error, isModule, isOffline]);
  const retry = async () => {
    if (isModule) await reloadFailedPages();
    reset();
    void router.invalidate();
  };
  useReconnect(() => {
    if (isModule || isConnectionError(error)) void retry();
  });
  return (
    <PageMessage
      icon={isModule || isOffline ? <WifiOff {...iconProps} /> : <TriangleAlert {...iconProps} />}
      title={isModule || isOffline ? t("Couldn't load this page") : t('Application Error')}
      actions={
        <>
          <Button variant="primary" onClick={() => void retry()}>
            {t('Try Again')}
          </Button>
          <Button onClick={() => window.location.reload()}>{t('Reload Page')}</Button>
          {isModule || isOffline ? (
            <Button variant="quiet" render={<a href="/">{t('Go to Home')}</a>} />
          ) : (
            <Button variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? t('Hide Error Details') : t('Show Error Details')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {isModule
          ? describeLoadFailure(error)
          : toMessage(
              error,
              // Only errors of the page itself are reported.
              isApiError(error)
                ? t('Something went wrong. Please try again.')
                : t('Something went wrong. This error has been logged for debugging.'),
            )}
      </p>
      {shown && (
        <pre className="mt-4 max-h-60 overflow-auto rounded-md bg-sunken p-3 text-left text-xs">
          {reference && `${t('Reference {reference}', { reference })}\n`}
          {error instanceof Error ? (error.stack ?? error.message) : String(error)}
        </pre>
      )}
    </PageMessage>
  );
}

/** A loading message. */
export function LoadingLine({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center justify-center gap-3 py-24 text-soft" role="status">
      <Spinner />
      {children}
    </div>
  );
}

export function PageLoading() {
  return <LoadingLine>{t('Loading page...')}</LoadingLine>;
}

/** "Error Loading Space": an unknown space, or one that failed to load, which trying again may change. */
export function SpaceError({ message, isMissing = false }: { message: string; isMissing?: boolean }) {
  const router = useRouter();
  const tryAgain = (
    <Button
      key="again"
      variant={isMissing ? 'secondary' : 'primary'}
      onClick={() => void router.invalidate()}
    >
      {t('Try Again')}
    </Button>
  );
  const discover = (
    <Button
      key="discover"
      variant={isMissing ? 'primary' : 'secondary'}
      render={<Link to="/discover">{t('Go to Discover')}</Link>}
    />
  );
  return (
    <PageMessage
      icon={isMissing ? <SearchX {...iconProps} /> : <TriangleAlert {...iconProps} />}
      title={t('Error Loading Space')}
      actions={isMissing ? [discover, tryAgain] : [tryAgain, discover]}
    >
      <p>{message}</p>
    </PageMessage>
  );
}

/** "Post Not Found". */
export function PostNotFound() {
  return (
    <PageMessage
      icon={<SearchX {...iconProps} />}
      title={t('Post Not Found')}
      actions={
        <Button variant="primary" render={<Link to="/" />}>
          {t('Go to Home')}
        </Button>
      }
    >
      <p>{t('The post you are looking for could not be found')}</p>
    </PageMessage>
  );
}

export function SpaceNotFound() {
  return <SpaceError isMissing message={t('Space not found')} />;
}

/** A space that failed to load, for any reason. */
export function SpaceLoadError(props: ErrorComponentProps) {
  const { error } = props;
  const router = useRouter();
  useReconnect(() => {
    if (isConnectionError(error)) void router.invalidate();
  });
  if (isApiError(error) || error instanceof NetworkError)
    return <SpaceError message={toMessage(error, t('Failed to load space'))} />;
  return <PageError {...props} />;
}

/** An address that can't be a post's. */
export function InvalidPostAddress() {
  return (
    <PageMessage
      icon={<SearchX {...iconProps} />}
      title={t('Invalid URL parameters')}
      actions={
        <Button variant="primary" render={<Link to="/" />}>
          {t('Go to Home')}
        </Button>
      }
    />
  );
}
