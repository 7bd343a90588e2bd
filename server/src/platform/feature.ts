import type { FastifyInstance } from 'fastify';
import type { Locator } from './access.ts';
import type { EmailCheck } from './email/email-check.ts';
import type { RouteBinder } from './http/routes.ts';
import type { JobKind } from './jobs/jobs.ts';
import type { Platform } from './platform.ts';

/** One feature as the server knows it: what it serves, what it finds, what it does in the background. */
export interface Feature {
  name: string;
  /** Path parameters and topic kinds by which others find this feature's things, each leading to a space. */
  locators?: Record<string, Locator>;
  routes?: (route: RouteBinder, platform: Platform) => void;
  /** Routes outside the contract: files, development pages. */
  plainRoutes?: (app: FastifyInstance, platform: Platform) => void;
  /** What a queued mail may depend on, by name. */
  emailChecks?: Record<string, EmailCheck>;
  jobs?: (platform: Platform) => JobKind<never>[];
}
