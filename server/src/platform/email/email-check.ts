import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Targets } from '../targets.ts';

/**
 * Returns whether an email about `about` should still be sent, or the time until which it has to wait. Called before each
 * attempt.
 */
export type EmailCheck = (
  context: { db: Database; config: Pick<Config, 'smtpUrl'>; targets: Targets },
  about: object,
) => Promise<boolean | { hold_until: string }>;
