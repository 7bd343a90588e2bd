import { expect, it } from 'vitest';
import { toSafePath } from './safe-redirect.ts';

it.each(['/create-space', '/analog-photography/space', '/x/post/y?highlight=1', '/logins'])(
  'leads on to %s',
  (path) => {
    expect(toSafePath(path)).toBe(path);
  },
);

it.each([
  '//evil.example',
  '/\\evil.example',
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
