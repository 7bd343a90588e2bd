import { t } from '#contract/i18n/translate.ts';

/**
 * Returns the greeting of an email. It contains the name only if the address is confirmed: until then, anyone may have
 * signed up with someone else's address.
 */
export function toGreeting(person: { full_name: string; email_verified: boolean }): string {
  return person.email_verified ? t('Hi {name},', { name: person.full_name }) : t('Hi,');
}
