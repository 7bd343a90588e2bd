import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { localPath } from '#contract/features/auth/auth.ts';
import { readCookie } from '#server/platform/auth/session-cookie.ts';

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: localPath.nullable(),
  expires_at: z.number(),
});
/** A started single sign-on. `expires_at` in milliseconds since 1970. */
export type ExternalAttempt = z.output<typeof attempt>;

/** How long a person can take at the provider, in milliseconds. */
export const attemptAge = 10 * 60 * 1000;

/** The cookie that ties a started sign-on to its browser. Scripts can't read it. */
export interface AttemptCookie {
  /** Returns the `Set-Cookie` value. */
  write(attempt: ExternalAttempt): string;
  /** Returns the attempt in a `Cookie` header; null if missing, forged or expired at `now`. */
  read(cookieHeader: string | undefined, now: number): ExternalAttempt | null;
  clear(): string;
}

/** `secure` adds the attribute and the `__Host-` prefix, so that a sibling site can't plant an attempt. */
export function createAttemptCookie(secret: string, secure: boolean): AttemptCookie {
  const name = secure ? '__Host-hearth_external' : 'hearth_external';
  const attributes = `HttpOnly; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (payload: string) =>
    createHmac('sha256', secret).update(`external sign-in ${payload}`).digest('base64url');
  return {
    write(value) {
      const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${name}=${payload}.${sign(payload)}; Max-Age=${attemptAge / 1000}; ${attributes}`;
    },
    read(cookieHeader, now) {
      const [payload = '', signature = ''] = readCookie(cookieHeader, name)?.split('.') ?? [];
      const actual = Buffer.from(signature);
      const expected = Buffer.from(sign(payload));
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
      const value = attempt.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      return value.expires_at > now ? value : null;
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
