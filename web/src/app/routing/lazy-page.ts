import { lazyRouteComponent } from '@tanstack/react-router';
import { loadModule } from '#web/lib/loading/load-module.ts';

const failed = new Set<() => Promise<void> | undefined>();

/** Loads the pages again whose scripts failed to load. Resolves when all have loaded or failed. */
export async function reloadFailedPages(): Promise<void> {
  const pages = [...failed];
  failed.clear();
  await Promise.all(pages.map((preload) => preload()));
}

/** A page whose scripts load with its route; retried once if loading fails, and by `reloadFailedPages`. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  const page = lazyRouteComponent(
    () =>
      loadModule(load).catch((error: unknown) => {
        // The component keeps throwing the error until it is loaded again.
        failed.add(() => page.preload?.());
        throw error;
      }),
    name,
  );
  return page;
}
