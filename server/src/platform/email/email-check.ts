import type { Db } from '../db/database.ts';

/** Called before each attempt to send an email with `about`: returns whether it should still be sent. */
export type EmailCheck = (db: Db, about: object) => Promise<boolean>;
