import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toMessage } from '#web/lib/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** A page that says one thing in its middle. */
export function PageNotice({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-24 text-center">
      <h1 className="text-2xl">{title}</h1>
      <div className="text-soft">{children}</div>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>
    </section>
  );
}

/** What a route shows when it fails (document 1, section 2). */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [shown, setShown] = useState(false);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <PageNotice
      title="Application Error"
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            Try Again
          </Button>
          <Button onClick={() => window.location.reload()}>Reload Page</Button>
          <Button variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide Error Details' : 'Show Error Details'}
          </Button>
        </>
      }
    >
      <p>{toMessage(error, 'Something went wrong. This error has been logged for debugging.')}</p>
      {shown && (
        <pre className="mt-4 max-h-60 overflow-auto rounded-md bg-sunken p-3 text-left text-xs">
          {error instanceof Error ? (error.stack ?? error.message) : String(error)}
        </pre>
      )}
    </PageNotice>
  );
}

export function PageLoading() {
  return (
    <div className="flex items-center justify-center gap-3 py-24 text-soft" role="status">
      <Spinner />
      Loading page...
    </div>
  );
}

/** 'Error Loading Space' (document 1, section 2): an unknown space, or one that could not be loaded. */
export function SpaceError({ message }: { message: string }) {
  const router = useRouter();
  return (
    <PageNotice
      title="Error Loading Space"
      actions={
        <>
          <Button variant="primary" onClick={() => void router.invalidate()}>
            Try Again
          </Button>
          <Button render={<Link to="/discover" />}>Go to Discover</Button>
        </>
      }
    >
      <p>{message}</p>
    </PageNotice>
  );
}

/** 'Post Not Found' (document 1, section 2). */
export function PostNotFound() {
  return (
    <PageNotice
      title="Post Not Found"
      actions={
        <Button variant="primary" render={<Link to="/" />}>
          Go to Home
        </Button>
      }
    >
      <p>The post you are looking for could not be found</p>
    </PageNotice>
  );
}

export function SpaceNotFound() {
  return <SpaceError message="Space not found" />;
}
