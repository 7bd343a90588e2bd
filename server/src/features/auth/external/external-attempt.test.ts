import { describe, expect, it } from 'vitest';
import { attemptAge, createAttemptCookie } from './external-attempt.ts';

const attempts = createAttemptCookie('a secret', false);
const attempt = { state: 's', nonce: 'n', verifier: 'v', redirect: '/discover', expires_at: 1_000 };
const pairOf = (line: string) => line.split(';')[0] ?? '';
const cookie = pairOf(attempts.write(attempt));

describe('The cookie of a sign-on', () => {
  it('returns what was stored, until it expires', () => {
    expect(attempts.read(cookie, 999)).toEqual(attempt);
    expect(attempts.read(cookie, 1_000)).toBeNull();
    expect(attempts.read(`other=1; ${cookie}; more=2`, 0)).toEqual(attempt);
  });

  it.each([
    ['no cookie', undefined],
    ['another cookie', 'hearth_session=x'],
    ['nothing', 'hearth_external='],
    ['no signature', cookie.split('.')[0]],
    ['half a signature', cookie.slice(0, -20)],
    ['another signature', `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`],
    ['another secret', pairOf(createAttemptCookie('another secret', false).write(attempt))],
    ['the cookie of https', pairOf(createAttemptCookie('a secret', true).write(attempt))],
  ])('is null for %s', (_what, header) => {
    expect(attempts.read(header, 0)).toBeNull();
  });

  it('is hidden from scripts, lasts ten minutes, and can be removed', () => {
    expect(attemptAge).toBe(600_000);
    expect(attempts.write(attempt)).toMatch(/; Max-Age=600; HttpOnly; Path=\/; SameSite=Lax$/);
    expect(attempts.clear()).toBe('hearth_external=; Max-Age=0; HttpOnly; Path=/; SameSite=Lax');
    const secure = createAttemptCookie('a secret', true);
    expect(secure.write(attempt)).toMatch(/^__Host-hearth_external=.*; Secure$/);
    expect(secure.read(pairOf(secure.write(attempt)), 0)).toEqual(attempt);
  });
});
