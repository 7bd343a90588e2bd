import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns a password as stored. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, argon2id);
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  return await verify(stored, password);
}
