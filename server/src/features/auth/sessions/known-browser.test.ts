import { describe, expect, it } from 'vitest';
import { createKnownBrowsers } from './known-browser.ts';

const secret = 'a secret of tests';
const browsers = createKnownBrowsers(secret, false);
const signIn = (cookie: string | undefined, email: string): string | undefined =>
  browsers.remember(cookie, email)?.split(';')[0] ?? cookie;
const name = (n: number) => `person-${n}@example.com`;

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

describe('A known browser', () => {
  it('remembers the latest four accounts, whatever the case of their addresses', () => {
    let cookie: string | undefined;
    for (let n = 1; n <= 5; n += 1) cookie = signIn(cookie, name(n));
    const found = [1, 2, 3, 4, 5].map((n) => browsers.find(cookie, name(n).toUpperCase()) !== null);
    expect(found).toEqual([false, true, true, true, true]);
    expect(cookie?.split('~')).toHaveLength(4);
  });

  it('reads no more than four marks, so that a long cookie costs nothing', () => {
    let cookie = 'hearth_browser=';
    for (let n = 1; n <= 5; n += 1)
      cookie += `${n > 1 ? '~' : ''}${signIn(undefined, name(n))?.split('=')[1]}`;
    expect([4, 5].map((n) => browsers.find(cookie, name(n)) !== null)).toEqual([true, false]);
  });

  it('has another ID for each browser, and the same one for each account that moves to the front', () => {
    const [one, two] = [signIn(undefined, name(1)), signIn(undefined, name(1))];
    expect(browsers.find(one, name(1))).not.toBe(browsers.find(two, name(1)));
    const id = browsers.find(one, name(1));
    const moved = signIn(signIn(one, name(2)), name(1));
    expect(browsers.find(moved, name(1))).toBe(id);
  });

  it.each([
    ['no cookie', () => undefined],
    ['an empty cookie', () => 'hearth_browser='],
    ['a mark without a signature', (mark: string) => `hearth_browser=${mark.split('.')[0]}`],
    [
      'a changed nonce',
      (mark: string) => `hearth_browser=${mark.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ],
    [
      'a changed signature',
      (mark: string) => `hearth_browser=${mark.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ],
    ['a cut signature', (mark: string) => `hearth_browser=${mark.slice(0, -1)}`],
    ['the cookie of another name', (mark: string) => `hearth_other=${mark}`],
  ])('isn’t recognized by %s', (_case, toCookie) => {
    const mark = signIn(undefined, name(1))?.split('=')[1] ?? '';
    expect(browsers.find(`hearth_browser=${mark}`, name(1))).toBe(mark.split('.')[0]);
    expect(browsers.find(toCookie(mark), name(1))).toBeNull();
  });

  it('isn’t recognized for another account or by a server with another secret', () => {
    const cookie = signIn(undefined, name(1));
    expect(browsers.find(cookie, name(2))).toBeNull();
    expect(createKnownBrowsers('another secret', false).find(cookie, name(1))).toBeNull();
  });

  it.each(['before', 'after'])('drops a mark with something %s it', (side) => {
    const mark = signIn(undefined, name(1))?.split('=')[1] ?? '';
    const longer = side === 'before' ? `zz${mark}` : `${mark}zz`;
    expect(signIn(`hearth_browser=${longer}`, name(2))?.split('~')).toHaveLength(1);
    expect(signIn(`hearth_browser=${mark}`, name(2))?.split('~')).toHaveLength(2);
  });

  it('drops what isn’t a mark when it remembers another account', () => {
    const mark = signIn(undefined, name(1))?.split('=')[1] ?? '';
    const cookie = signIn(`hearth_browser=<script>~${mark}~${mark}x~`, name(2));
    expect(cookie?.split('~')).toEqual([
      expect.stringMatching(/^hearth_browser=[\w-]{12}\.[\w-]{22}$/),
      mark,
    ]);
  });

  it('has a cookie that scripts can’t read, for a year; with https only for this host', () => {
    expect(browsers.remember(undefined, name(1))).toMatch(
      /^hearth_browser=[\w.-]+; HttpOnly; Max-Age=31536000; Path=\/; SameSite=Lax$/,
    );
    expect(createKnownBrowsers(secret, true).remember(undefined, name(1))).toMatch(
      /^__Host-hearth_browser=[\w.-]+; HttpOnly; Max-Age=31536000; Path=\/; SameSite=Lax; Secure$/,
    );
  });
});
