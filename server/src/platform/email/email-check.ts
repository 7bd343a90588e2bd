import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';

/** Returns whether an email about `about` should still be sent. Called before each attempt. */
export type EmailCheck = (
  context: { db: Db; config: Pick<Config, 'smtpUrl'> },
  about: object,
) => Promise<boolean>;
