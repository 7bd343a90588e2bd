import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense, use } from 'react';
import { loadModule } from './load-module.ts';
import { RenderedModules } from './rendered-modules.ts';

/** A component in a page that the server renders with it, and whose code only its readers load. */
export interface LazyInPage<Props extends object> {
  Component: ComponentType<Props>;
  /** Loads the code; await it in the loader of the page, or the component arrives after the page and moves it. */
  preload: () => Promise<void>;
}

const useOnServer = (module: string) => void use(RenderedModules)?.add(module);
const useModule: (module: string) => void = import.meta.env.SSR ? useOnServer : () => {};

/**
 * Creates a `LazyInPage`. If its code fails to load, the page is shown without it. `module` is the path of what `load` imports in
 * `web/src/`, so that the server links its style sheets and names its scripts.
 */
export function lazyInPage<Props extends object>(
  module: string,
  load: () => Promise<ComponentType<Props>>,
): LazyInPage<Props> {
  const Loaded = lazyRouteComponent<{ default: ComponentType<Props> }, 'default'>(() =>
    loadModule(load).then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  ) as ComponentType<Props> & { preload?: () => Promise<void> };
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: callers create each component once, in a module.
    Component: (props) => {
      useModule(module);
      return (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      );
    },
    preload: async () => await Loaded.preload?.(),
  };
}
