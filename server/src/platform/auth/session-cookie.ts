import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Reads and writes the cookies of a session. Scripts can read the descriptor, but not the session. If a sign-out doesn't
 * reach the server, the browser sets `hearth_signed_out`; while it is set, `read` ignores the session.
 */
export interface SessionCookies {
  read(cookieHeader: string | undefined): string | null;
  /** Also returns the token of a session that the browser has signed out of; use it only to end that session. */
  readSignedOutToken(cookieHeader: string | undefined): string | null;
  /** `Set-Cookie` values for a session with this token. `expiresAt` in seconds since 1970. */
  write(token: string, userId: string, expiresAt: number, now: number): string[];
  clear(): string[];
}

/** Returns the decoded value of one cookie of a `Cookie` header, or null if it is absent or malformed. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** The name of the session cookie; `secure` adds the `__Host-` prefix. */
export const sessionCookieName = (secure: boolean): string =>
  secure ? '__Host-hearth_session' : 'hearth_session';

/** Whether the request has a session cookie, valid or not. It finds each cookie that `readCookie` finds. */
export const hasSessionCookie = (header: string | undefined): boolean =>
  [true, false].some((secure) => readCookie(header, sessionCookieName(secure)));

/** Signs session tokens, so that forged ones cost no query. `secure` adds the attribute and the `__Host-` prefix. */
export function createSessionCookies(secret: string, secure: boolean): SessionCookies {
  const name = sessionCookieName(secure);
  const descriptorName = 'hearth_session_info';
  const signedOutName = 'hearth_signed_out';
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const sign = (token: string) => createHmac('sha256', secret).update(token).digest('base64url');
  const readSignedOutToken = (cookieHeader: string | undefined): string | null => {
    const value = readCookie(cookieHeader, name);
    const dot = value?.lastIndexOf('.') ?? -1;
    if (!value || dot < 1) return null;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1));
    const expected = Buffer.from(sign(token));
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
  };
  const unmark = `${signedOutName}=; Max-Age=0; ${attributes}`;
  return {
    read: (cookieHeader) =>
      readCookie(cookieHeader, signedOutName) ? null : readSignedOutToken(cookieHeader),
    readSignedOutToken,
    write(token, userId, expiresAt, now) {
      const maxAge = Math.max(0, expiresAt - Math.floor(now / 1000));
      const descriptor = encodeURIComponent(JSON.stringify({ user_id: userId, expires_at: expiresAt }));
      return [
        `${name}=${encodeURIComponent(`${token}.${sign(token)}`)}; HttpOnly; Max-Age=${maxAge}; ${attributes}`,
        `${descriptorName}=${descriptor}; Max-Age=${maxAge}; ${attributes}`,
        unmark,
      ];
    },
    clear() {
      return [
        `${name}=; HttpOnly; Max-Age=0; ${attributes}`,
        `${descriptorName}=; Max-Age=0; ${attributes}`,
        unmark,
      ];
    },
  };
}
