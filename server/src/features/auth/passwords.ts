import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random password at the same cost, to compare with if an account has none. */
export const unknownAccountHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Rj1CgNzLbR6zdguSYk2WUw$Y68NPyo464H0b8NEcbXktxJRrOUQjeGOYIm/gcH+Cgs';

/** Returns a password as stored. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, argon2id);
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  return await verify(stored, password);
}
