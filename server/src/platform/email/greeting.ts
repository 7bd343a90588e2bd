/**
 * How an email begins. A name appears only in emails to a confirmed address: until then anybody may have typed it beside
 * the address of somebody else.
 */
export function toGreeting(person: { full_name: string; email_verified: boolean }): string {
  return person.email_verified ? `Hello ${person.full_name},` : 'Hello,';
}
