import type { FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { endpointLimits } from '#server/platform/http/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { knownBrowsersOf } from './sessions/session-response.ts';
import { consumeSignInAttempt, networkAndEmail } from './sign-in-limits.ts';

const consume = vi.fn();
const platform = {
  db: {},
  secret: 'a secret',
  config: { publicUrl: null },
  clientAddress: () => '203.0.113.7',
  rateLimits: { consume },
} as unknown as Platform;
const email = 'ada@example.com';
const browserOf = (owner: string) => knownBrowsersOf(platform).remember(undefined, owner)?.split(';')[0];
const attempt = async (cookie?: string) => {
  consume.mockReset();
  const request = { raw: {}, headers: { cookie } } as unknown as FastifyRequest;
  await consumeSignInAttempt(platform, request, email);
  const from = networkAndEmail(platform, request, email);
  return { from, counted: consume.mock.calls.map(([, limit, subject]) => [limit, subject]) };
};

describe('An attempt to sign in', () => {
  it('of an unknown browser counts for its network and the account, and for the account alone', async () => {
    for (const cookie of [undefined, browserOf('bob@example.com')]) {
      const { from, counted } = await attempt(cookie);
      expect(from).toMatch(/^203\.0\.113\.\S* ada@example\.com$/);
      expect(counted).toEqual([
        [endpointLimits['sign-in'], { each: from }],
        [expect.objectContaining({ perSubject: 30 }), { each: from }],
        [expect.objectContaining({ perSubject: 100 }), { each: email }],
      ]);
    }
  });

  it('of a browser that has signed in before counts for that browser only', async () => {
    const cookie = browserOf(email);
    const id = knownBrowsersOf(platform).find(cookie, email);
    expect((await attempt(cookie)).counted).toEqual([[endpointLimits['sign-in'], { each: `browser ${id}` }]]);
  });
});
