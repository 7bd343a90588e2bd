import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Returns a new session token of 192 random bits. */
export const newSessionToken = (): string => randomBytes(24).toString('base64url');

/** Returns a session token as stored. Tokens are random, so a plain hash can't be reversed by guessing. */
export const hashSessionToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/**
 * Returns the token that replaces another one. It is derived instead of stored: two tabs that refresh with the same token
 * get the same new one, although the database contains only hashes.
 */
export const nextSessionToken = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(`next session token\n${token}`).digest('base64url');
