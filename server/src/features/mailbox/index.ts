import type { Feature } from '#server/platform/feature.ts';
import { mailboxRoutes } from './mailbox.routes.ts';

/** Shows emails on a developer's machine when no mail server is configured. */
export const mailbox: Feature = { name: 'mailbox', plainRoutes: mailboxRoutes };
