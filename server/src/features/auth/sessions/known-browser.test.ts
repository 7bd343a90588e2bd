import { expect, it } from 'vitest';
import { createKnownBrowsers } from './known-browser.ts';

const browsers = createKnownBrowsers('a secret of tests', false);
const signIn = (cookie: string | undefined, email: string): string | undefined =>
  browsers.remember(cookie, email)?.split(';')[0] ?? cookie;

it('a shared browser keeps the marks of people who sign in to it often', () => {
  let cookie = signIn(undefined, 'daily@example.com');
  const first = browsers.find(cookie, 'daily@example.com');
  expect(first).not.toBeNull();
  for (let n = 1; n <= 6; n += 1) {
    cookie = signIn(cookie, `guest-${n}@example.com`);
    cookie = signIn(cookie, 'daily@example.com');
  }
  expect(browsers.find(cookie, 'daily@example.com')).toBe(first);
  expect(browsers.remember(cookie, 'daily@example.com')).toBeNull();
  expect(browsers.find(cookie, 'guest-6@example.com')).not.toBeNull();
  expect(browsers.find(cookie, 'guest-1@example.com')).toBeNull();
});
