import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie } from '#server/platform/auth/session-cookie.ts';

/** How long a browser is remembered, in seconds. */
const cookieAge = 365 * 24 * 60 * 60;
/** Maximum number of accounts remembered for a browser; the oldest is dropped. */
const maxAccounts = 4;

/**
 * A cookie that remembers the accounts a browser has logged in to. Login attempts of others use up the rate limit of
 * unknown browsers, while the account's owner can still log in from a known one. The cookie neither reveals the accounts
 * nor grants access.
 */
export interface KnownBrowsers {
  /** Returns the browser's id for rate limits of the account, or null if it never logged in to it. */
  find(cookieHeader: string | undefined, email: string): string | null;
  /**
   * Returns the `Set-Cookie` value that adds this account as the latest one, or null if it already is.
   */
  remember(cookieHeader: string | undefined, email: string): string | null;
}

export function createKnownBrowsers(secret: string, secure: boolean): KnownBrowsers {
  const name = secure ? '__Host-hearth_browser' : 'hearth_browser';
  const attributes = `HttpOnly; Max-Age=${cookieAge}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (nonce: string, email: string): string =>
    createHmac('sha256', secret)
      .update(`known browser\n${email.toLowerCase()}\n${nonce}`)
      .digest('base64url')
      .slice(0, 22);
  const marksIn = (cookieHeader: string | undefined): string[] =>
    (readCookie(cookieHeader, name) ?? '').split('~').slice(0, maxAccounts);
  const isOf = (mark: string, email: string): boolean => {
    const [nonce = '', signature = ''] = mark.split('.');
    const expected = Buffer.from(sign(nonce, email));
    const actual = Buffer.from(signature);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
  const find: KnownBrowsers['find'] = (cookieHeader, email) => {
    const mark = marksIn(cookieHeader).find((candidate) => isOf(candidate, email));
    return mark?.split('.')[0] ?? null;
  };
  return {
    find,
    remember(cookieHeader, email) {
      const present = marksIn(cookieHeader).filter((mark) => /^[\w-]{12}\.[\w-]{22}$/.test(mark));
      const own = present.find((mark) => isOf(mark, email));
      if (own && own === present[0]) return null;
      const nonce = randomBytes(9).toString('base64url');
      const others = present.filter((mark) => mark !== own);
      const marks = [own ?? `${nonce}.${sign(nonce, email)}`, ...others].slice(0, maxAccounts);
      return `${name}=${marks.join('~')}; ${attributes}`;
    },
  };
}
