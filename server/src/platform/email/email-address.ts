// Exactly one address: no display name, no second address, nothing that could start another header.
const addressPattern = /^[^\s\p{Cc}<>(),;:"\\[\]@]{1,255}@[^\s\p{Cc}<>(),;:"\\[\]@]{1,255}$/u;

/** @throws unless the text is exactly one email address. */
export function requireEmailAddress(address: string): string {
  if (!addressPattern.test(address)) throw new Error('Invalid email address');
  return address;
}
