import { lazyRouteComponent } from '@tanstack/react-router';
import { loadModule } from '#web/lib/load-module.ts';

/** A page whose scripts come when its route is on the way, with a second try when they do not. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadModule(load), name);
}
