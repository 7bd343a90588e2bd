import type { Locator } from './access.ts';
import type { SessionCookies } from './auth/session-cookie.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { EmailCheck } from './email/email-check.ts';
import type { EmailTemplate } from './email/email-templates.ts';
import type { FileStore } from './files/file-store.ts';
import type { UploadUse } from './files/upload-uses.ts';
import type { RateLimits } from './http/limits/rate-limit.ts';
import type { RequestBudgets } from './http/limits/request-budgets.ts';
import type { ClientAddress } from './http/requests/client-address.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Hooks } from './lifecycle.ts';
import type { Parts } from './limits/stop-in-time.ts';
import type { LiveChannelMap } from './live/live-channels.ts';
import type { OnlineUsers } from './live/presence/online-users.ts';
import type { Logger } from './log.ts';
import type { Targets } from './targets.ts';

/** The parts of a running server that every feature can use. */
export interface Platform {
  config: Config & { databaseUrl: string };
  db: Database;
  log: Logger;
  jobs: Jobs;
  files: FileStore;
  cookies: SessionCookies;
  /** Secret for signatures; at least 32 characters. */
  secret: string;
  /** The URL that users open, without a trailing slash. Known once the server listens. */
  publicUrl: () => string;
  /** Returns the client's address, for limits and logs. */
  clientAddress: ClientAddress;
  /** Request budgets of networks and users, counted in this process. */
  budgets: RequestBudgets;
  /** Limits of writes, sign-ins and emails, counted in the database. */
  rateLimits: RateLimits;
  /** What can be done with the content of features, by kind; features register theirs. */
  targets: Targets;
  /** How features use uploads; features declare theirs. */
  uploadUses: readonly UploadUse[];
  /** Find the space of a path parameter or channel; features register theirs. */
  locators: Map<string, Locator>;
  /** Kinds of live channels that belong to features. */
  liveChannels: LiveChannelMap;
  /** Who is online on any process, to within some seconds. Current on processes that serve requests or live connections. */
  onlineUsers: OnlineUsers;
  /** Write emails, by name; features declare theirs. */
  emails: ReadonlyMap<string, EmailTemplate>;
  /** Check whether a queued email should still be sent, by name; features register theirs. */
  emailChecks: Map<string, EmailCheck>;
  /** Run in the transactions that change members, posts and comments; features declare theirs. */
  hooks: Hooks;
  /** What else stops with the server. */
  onStop: Parts;
}
