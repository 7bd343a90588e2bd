// One address and nothing else: no display name, no second address, nothing that could begin another header.
const addressPattern = /^[^\s\p{Cc}<>(),;:"\\[\]@]{1,255}@[^\s\p{Cc}<>(),;:"\\[\]@]{1,255}$/u;

/** @throws for what is not exactly one address. */
export function requireEmailAddress(address: string): string {
  if (!addressPattern.test(address)) throw new Error('This is not a mail address');
  return address;
}
