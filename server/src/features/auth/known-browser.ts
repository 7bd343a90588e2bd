import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie } from '#server/platform/auth/session-cookie.ts';

/** How long a browser is known for, in seconds. */
const knownFor = 365 * 24 * 60 * 60;
/** Accounts that one browser is known to, at most; the one signed in to longest ago is dropped. */
const maxAccounts = 4;

/**
 * A mark that a browser once signed in to an account. Strangers who guess at that account use up the budget of unknown
 * browsers, and its owner still signs in from a known one. It says neither whose account it is nor lets anyone in.
 */
export interface KnownBrowsers {
  /** Returns what this browser is counted as for the account, or null when it never signed in to it. */
  find(cookieHeader: string | undefined, email: string): string | null;
  /**
   * Returns the `Set-Cookie` value that makes the browser known and this account the latest one in it, or null when both
   * are so already.
   */
  remember(cookieHeader: string | undefined, email: string): string | null;
}

export function createKnownBrowsers(secret: string, secure: boolean): KnownBrowsers {
  const name = secure ? '__Host-hearth_browser' : 'hearth_browser';
  const attributes = `HttpOnly; Max-Age=${knownFor}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
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
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
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
