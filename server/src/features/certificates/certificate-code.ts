import { randomInt } from 'node:crypto';

/** Letters and digits that can't be mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 16;

/** Returns a new code of a certificate: about 79 random bits. */
export const newCertificateCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a code as it's stored, however it was typed; null if it can't be one. */
export function readCertificateCode(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '');
  return /^[a-hj-km-np-z2-9]{16}$/.test(code) ? code : null;
}
