import { afterEach, expect, it, vi } from 'vitest';
import { toTransitionTypes } from './view-transitions.ts';

afterEach(() => vi.unstubAllGlobals());
const between = (from: string | undefined, to: string) =>
  toTransitionTypes({
    fromLocation: from === undefined ? undefined : { pathname: from },
    toLocation: { pathname: to },
  });

it.each([
  ['/analog/space', '/analog/post/first-light', ['post']],
  ['/analog/post/first-light', '/analog/space', ['post']],
  ['/analog/space', '/analog/space/members', false],
  ['/analog/post/one', '/analog/post/two', false],
  ['/analog/space', '/analog/about', false],
  ['/discover', '/analog/space', false],
  [undefined, '/analog/post/first-light', false],
] as const)('fades between feed and post only: from %s to %s', (from, to, expected) => {
  expect(between(from, to)).toEqual(expected);
});

it('fades nothing under reduced motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(between('/analog/space', '/analog/post/first-light')).toBe(false);
});

it('fades nothing in a hidden page, where browsers reject the transition', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  expect(between('/analog/space', '/analog/post/first-light')).toBe(false);
  vi.restoreAllMocks();
});
