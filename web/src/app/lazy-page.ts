import { lazyRouteComponent } from '@tanstack/react-router';
import { loadModule } from '#web/lib/load-module.ts';

/** A page whose scripts load with its route; retried once if loading fails. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadModule(load), name);
}
