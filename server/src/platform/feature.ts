import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import type { LocatedParam } from '#contract/schema/implied-errors.ts';
import type { categoryLocator, discussionLocator, Locator } from './access.ts';
import type { EmailCheck } from './email/email-check.ts';
import type { EmailTemplate } from './email/email-templates.ts';
import type { UploadUse } from './files/upload-uses.ts';
import type { RouteBinder } from './http/routes.ts';
import type { JobKind } from './jobs/jobs.ts';
import type { FeatureHooks } from './lifecycle.ts';
import type { LiveChannels } from './live/live-channels.ts';
import type { Presence } from './live/presence/record-presence.ts';
import type { ListUncounted, ListWatchable } from './live/presence/watches.ts';
import type { Platform } from './platform.ts';
import type { Targets } from './targets.ts';

/** What a feature registers with the server. */
export interface Feature {
  name: string;
  /** The kinds of targets that this feature owns. Their locators needn't be repeated in `locators`. */
  targets?: Partial<Targets>;
  /** By path parameter, and for discussions and categories: find the space of this feature's content. */
  locators?: Partial<Record<LocatedParam | typeof discussionLocator | typeof categoryLocator, Locator>>;
  /** How this feature uses uploads. Its columns that refer to uploads must be declared. */
  uploads?: readonly UploadUse[];
  routes?: (route: RouteBinder, platform: Platform) => void;
  /** Routes outside the contract: files, development pages. */
  plainRoutes?: (app: FastifyInstance, platform: Platform) => void;
  /** The emails that this feature sends. Each that is defined must be listed. */
  emails?: readonly EmailTemplate[];
  /** Conditions for sending a queued email, by name. */
  emailChecks?: Record<string, EmailCheck>;
  /** What the feature does when members, posts or comments of other features change. See `hook-order.ts`. */
  hooks?: FeatureHooks;
  /** The kinds of live channels that this feature owns: who may subscribe, who is concerned, who may send signals. */
  liveChannels?: LiveChannels;
  /** Says whether a user may still read what these events of their own channel show, which they missed. Otherwise, they refetch. */
  mayReadMissed?: (platform: Platform, userId: string, events: readonly LiveEvent[]) => Promise<boolean>;
  jobs?: (platform: Platform) => JobKind<never>[];
  /**
   * Called with users who have pages open on this process: at first, then every two minutes, and when they leave. Returns those who
   * appear offline.
   */
  recordPresence?: (platform: Platform, present: readonly Presence[]) => Promise<string[]>;
  /** Say whose presence a viewer may see: in a space, and anywhere. One feature answers for each. */
  watchable?: Partial<Record<'inSpace' | 'anywhere', (platform: Platform) => ListWatchable>>;
  /** Says whom a viewer doesn't count among those who are online: otherwise, the number would tell that they aren't shown. */
  uncounted?: (platform: Platform) => ListUncounted;
}
