import type { Locator } from './access.ts';
import type { SessionCookies } from './auth/session-cookie.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { EmailCheck } from './email/email-check.ts';
import type { FileStore } from './files/file-store.ts';
import type { ClientAddress } from './http/client-address.ts';
import type { RequestBudgets } from './http/request-budgets.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log.ts';

/** What every feature is given: the parts of a running server that are not about any one feature. */
export interface Platform {
  config: Config & { databaseUrl: string };
  db: Database;
  log: Logger;
  jobs: Jobs;
  files: FileStore;
  cookies: SessionCookies;
  /** Secret for signatures; at least 32 characters. */
  secret: string;
  /** The address people open, without a trailing slash. Known once the server listens. */
  publicUrl: () => string;
  /** Where a request came from: what limits and logs may believe. */
  clientAddress: ClientAddress;
  /** Request budgets of networks and people, counted in this process; writing and signing in also use `consumeRateLimit`. */
  budgets: RequestBudgets;
  /** How each kind of path parameter or topic leads to its space; features add theirs. */
  locators: Map<string, Locator>;
  /** Whether a queued mail is still worth sending, by the name of the check; features add theirs. */
  emailChecks: Map<string, EmailCheck>;
  /** Run in turn when the server stops. */
  onStop: (() => Promise<void>)[];
}
