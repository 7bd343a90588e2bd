import type { Db } from '../db/database.ts';

/** Asked before each try to send a mail that carries `about`: whether it is still worth sending. */
export type EmailCheck = (db: Db, about: object) => Promise<boolean>;
