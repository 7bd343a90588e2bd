import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useReconnect } from '../live/reconnect.ts';
import { loadModule } from './load-module.ts';

interface LazyProps {
  /** Shown until the component is loaded. Default: a bar at the top of the window if `onLoadFailure` is given, else nothing. */
  fallback?: ReactNode;
  /** False shows the fallback and loads nothing. Default true. */
  when?: boolean;
  /**
   * Called after a toast if loading failed twice. Close what was opened: opening it again tries again. Without it, a
   * message with a button to try again takes the component's place.
   */
  onLoadFailure?: () => void;
}

/** A component whose code is loaded on first use. A failure stays in its place and never throws. */
export interface LazyComponent<Props extends object> {
  Component: ComponentType<Props & LazyProps>;
  /** Loads the code in advance. Resolves to whether it is loaded; failures aren't shown. */
  preload: () => Promise<boolean>;
}

function showLoadFailure(): void {
  const isOffline = !navigator.onLine;
  toast({
    title: t("Couldn't load this"),
    description: isOffline
      ? t('Check your connection and try again.')
      : t(
          'Try again. If it keeps failing, reload the page: there may be a new version. Your drafts are saved.',
        ),
    variant: 'destructive',
    ...(isOffline ? {} : { action: { label: t('Reload page'), onPress: () => window.location.reload() } }),
  });
}

/** The code of a component. */
interface Source<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  /** Null until it is loaded. */
  component: ComponentType<Props> | null;
}

/** Creates a component that is loaded by `preload` or when it is first rendered in the browser. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const source: Source<Props> = { load, component: null };
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: callers create each component once, in a module.
    Component: (props) => <LazySlot source={source} given={props} />,
    preload: () =>
      load().then(
        (component) => {
          source.component = component;
          return true;
        },
        () => false,
      ),
  };
}

/** Loads and renders a component. */
function LazySlot<Props extends object>({
  source,
  given,
}: {
  source: Source<Props>;
  given: Props & LazyProps;
}) {
  const { fallback, when = true, onLoadFailure, ...props } = given;
  const [, setReady] = useState(source.component !== null);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(onLoadFailure);
  useEffect(() => {
    latest.current = onLoadFailure;
  });
  useEffect(() => {
    if (!when || hasFailed) return;
    if (source.component) {
      setReady(true);
      return;
    }
    let isCurrent = true;
    loadModule(source.load).then(
      (component) => {
        source.component = component;
        if (isCurrent) setReady(true);
      },
      () => {
        if (!isCurrent) return;
        if (!latest.current) setFailed(true);
        else {
          showLoadFailure();
          latest.current();
        }
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [source, when, hasFailed]);
  if (!when) return fallback;
  if (source.component) return createElement(source.component, props as unknown as Props);
  if (hasFailed) return <LoadFailure onRetry={() => setFailed(false)} />;
  return fallback ?? (onLoadFailure && <LoadingBar />);
}

/** Says that what was just opened is loading. Appears after 80 ms, and only in the browser. */
function LoadingBar() {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => setBody(document.body), []);
  return (
    body &&
    createPortal(<div role="progressbar" aria-label={t('Loading')} className="switch-progress" />, body)
  );
}

/** Takes the place of a component that couldn't be loaded. Tries again by itself when the connection is back. */
function LoadFailure({ onRetry }: { onRetry: () => void }) {
  useReconnect(onRetry);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken px-4 py-3 text-sm">
      {t("Couldn't load this.")}
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
