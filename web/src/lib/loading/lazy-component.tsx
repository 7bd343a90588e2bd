import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { onReconnect, useIsOffline, useReconnect } from '../live/reconnect.ts';
import { loadModule } from './load-module.ts';
import { showLoadFailure } from './show-load-failure.ts';

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

/** The code of a component. */
interface Source<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  /** Null until it is loaded. */
  component: ComponentType<Props> | null;
  /** Whether it failed to load, and is loaded when the connection is back. */
  isWaiting: boolean;
}

function preload<Props extends object>(source: Source<Props>): Promise<boolean> {
  return source.load().then(
    (component) => {
      source.component = component;
      return true;
    },
    () => {
      loadWhenBack(source);
      return false;
    },
  );
}

/** Loads what failed when the connection is back, so that it also opens in the next outage. */
function loadWhenBack<Props extends object>(source: Source<Props>): void {
  if (source.isWaiting) return;
  source.isWaiting = true;
  const stop = onReconnect(() => {
    stop();
    source.isWaiting = false;
    if (!source.component) void preload(source);
  });
}

/** Creates a component that is loaded by `preload` or when it is first rendered in the browser. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const source: Source<Props> = { load, component: null, isWaiting: false };
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: callers create each component once, in a module.
    Component: (props) => <LazySlot source={source} given={props} />,
    preload: () => preload(source),
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
      (error: unknown) => {
        loadWhenBack(source);
        if (!isCurrent) return;
        if (!latest.current) setFailed(true);
        else {
          showLoadFailure(error);
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
  const isOffline = useIsOffline();
  useReconnect(onRetry);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken px-4 py-3 text-sm">
      {isOffline ? (
        t("You're offline. This will load when you're back online.")
      ) : (
        <>
          {t("Couldn't load this.")}
          <Button size="sm" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </>
      )}
    </div>
  );
}
