import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';

/** Asked before each try to send a mail that carries `about`: whether it is still worth sending. */
export type EmailCheck = (
  context: { db: Db; config: Pick<Config, 'smtpUrl'> },
  about: object,
) => Promise<boolean>;
