import type { EmailContent } from './email-content.ts';

/** An email that a feature sends, and the names of the values that its texts contain. */
export interface EmailTemplate<Value extends string = string> {
  /** Identifies the template in the queue, so that it can't change while emails wait there. */
  name: string;
  /** Values named `…_url` must be http or https URLs. */
  values: readonly Value[];
  /** Whether users wait for it, so that it is sent before notifications. */
  isUrgent?: boolean;
  /** Writes the email in the language of the current reader. */
  write(values: Record<Value | 'brand', string>): EmailContent;
}

/** The values of an email about a notification that `emailNotification` adds. */
export const notificationValues = [
  'greeting',
  /** Unsubscribes from such emails in one step. */
  'unsubscribe_url',
  /** Asks before the link: "Don't want emails about events in Lisbon Bakers?" */
  'unsubscribe_question',
] as const;
export type NotificationValue = (typeof notificationValues)[number];

const defined = new Set<EmailTemplate>();

/** Defines an email. The feature that sends it lists it in `Feature.emails`. */
export function defineEmailTemplate<const Value extends string>(
  template: EmailTemplate<Value>,
): EmailTemplate<Value> {
  defined.add(template);
  return template;
}

/**
 * Returns the emails of all features by name. Throws if two have the same name, or if one of `expected` is listed by no
 * feature.
 */
export function collectEmailTemplates(
  features: { emails?: readonly EmailTemplate[] }[],
  expected: Iterable<EmailTemplate> = defined,
): Map<string, EmailTemplate> {
  const templates = new Map<string, EmailTemplate>();
  for (const template of features.flatMap(({ emails }) => emails ?? [])) {
    if (templates.has(template.name)) throw new Error(`Two emails are called ${template.name}`);
    templates.set(template.name, template);
  }
  for (const template of expected)
    if (templates.get(template.name) !== template)
      throw new Error(`No feature lists the email ${template.name}`);
  return templates;
}
