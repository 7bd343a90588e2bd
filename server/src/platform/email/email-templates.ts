import type { EmailTemplateFunction } from './email-content.ts';
import type { EmailTemplate } from './enqueue-email.ts';
import { accountExists } from './templates/account-exists.ts';
import { confirmEmail } from './templates/confirm-email.ts';
import { eventNotification } from './templates/event-notification.ts';
import { joinRequestApproved } from './templates/join-request-approved.ts';
import { joinRequestDeclined } from './templates/join-request-declined.ts';
import { operatorReport } from './templates/operator-report.ts';
import { resetPassword } from './templates/reset-password.ts';

export const emailTemplates: { readonly [T in EmailTemplate]: EmailTemplateFunction<T> } = {
  'account-exists': accountExists,
  'confirm-email': confirmEmail,
  'event-notification': eventNotification,
  'join-request-approved': joinRequestApproved,
  'join-request-declined': joinRequestDeclined,
  'operator-report': operatorReport,
  'reset-password': resetPassword,
};
