import { expect, it } from 'vitest';
import { toSafePath, toSubdomain } from './safe-redirect.ts';

it.each(['/create-space', '/analog-photography/space', '/x/post/y?highlight=1', '/logins'])(
  'leads on to %s',
  (path) => {
    expect(toSafePath(path)).toBe(path);
  },
);

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example/login',
  '/\n/evil.example',
  '/./\r/evil.example',
  '/.//evil.example',
  '/a\u0000b',
  'https://evil.example',
  'javascript:alert(1)',
  'create-space',
  '',
  '/login',
  '/signup?redirect=/x',
  '/reset-password?token=x',
  `/${'x'.repeat(500)}`,
  undefined,
  7,
])('rejects the redirect %s', (value) => {
  expect(toSafePath(value)).toBeUndefined();
});

it.each([
  ['/analog-photography/space', 'analog-photography'],
  ['/analog-photography/space/members?sort=online', 'analog-photography'],
  ['/bread/post/first-loaf', 'bread'],
  ['/bread/about', 'bread'],
  ['/bread', undefined],
  ['/bread#join', 'bread'],
  ['/bread?from=discover#join', 'bread'],
  ['/bread/spaceship', undefined],
  ['/app/chat', undefined],
  ['/discover', undefined],
  [undefined, undefined],
])('finds the space of %s: %s', (path, subdomain) => {
  expect(toSubdomain(path)).toBe(subdomain);
});
