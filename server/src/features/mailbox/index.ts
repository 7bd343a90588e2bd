import type { Feature } from '#server/platform/feature.ts';
import { mailboxRoutes } from './mailbox.routes.ts';

/** Reading, on a developer's machine, the mails that no mail server took. */
export const mailbox: Feature = { name: 'mailbox', plainRoutes: mailboxRoutes };
