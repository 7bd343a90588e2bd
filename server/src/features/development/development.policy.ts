import type { Config } from '#server/platform/config.ts';

/** The domain of every demo account's email address; no real address can have it. */
export const demoEmailDomain = '@demo.hearth.local';

/** Returns whether visitors may sign in as a demo person: only with demo data, never in production. */
export function hasDemoSignIn(config: Pick<Config, 'environment' | 'demo'>): boolean {
  return config.demo && config.environment !== 'production';
}
