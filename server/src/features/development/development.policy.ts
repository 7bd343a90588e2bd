import type { Config } from '#server/platform/config.ts';

/** How the address of every demo person ends; no real address can. */
export const demoEmailEnding = '@demo.hearth.local';

/** Whether whoever opens the page may sign in as a demo person: only with a demo, never in production. */
export function hasDemoSignIn(config: Pick<Config, 'environment' | 'demo'>): boolean {
  return config.demo && config.environment !== 'production';
}
