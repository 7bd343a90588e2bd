import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'hearth queued email values', 32));

/** Encrypts values of a queued email, so that no one who reads the queue can use its links. */
export function sealValues(secret: string, values: Record<string, string>): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv);
  const content = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
}

/**
 * Decrypts the values of `sealValues`.
 * @throws if they were encrypted with another secret or changed since.
 */
export function openSealedValues(secret: string, sealed: string): Record<string, string> {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const content = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  return JSON.parse(content.toString('utf8'));
}
