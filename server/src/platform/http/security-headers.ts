import { randomBytes } from 'node:crypto';

/** Returns a new nonce, which allows the scripts of one page. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The hosts of video players that a space may embed. The web creates player URLs for these only. */
const videoHosts = [
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.loom.com',
  'fast.wistia.net',
] as const;

/** The headers of every response. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // The microphone is for voice messages; the browser asks first.
    'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The policy of responses other than pages: nothing may load or run. */
export const apiContentPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of pages. Style attributes are allowed (colors of a space), inline scripts and style elements only if they have one
 * of these nonces or hashes.
 */
export function pageContentPolicy(allowed: readonly string[]): string {
  const own = ["'self'", ...allowed].join(' ');
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${own}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The introduction video of a space may be on any host.
    "media-src 'self' blob: https:",
    `frame-src ${videoHosts.map((host) => `https://${host}`).join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
