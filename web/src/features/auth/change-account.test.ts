import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SpaceSummary } from '#contract/spaces.ts';
import { enter } from './change-account.ts';
import { rememberSpace } from './last-visit.ts';

const assign = vi.fn<(href: string) => void>();
beforeEach(() => {
  localStorage.clear();
  assign.mockReset();
  vi.stubGlobal('location', { assign });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['where they were going', '/create-space', '/create-space'],
  ['their last space', undefined, '/analog-photography/space'],
  ['never to another site', '//evil.example', '/analog-photography/space'],
])('leads a person who signs in to %s', (_what, redirect, href) => {
  rememberSpace('ines', { subdomain: 'analog-photography' } as SpaceSummary);
  enter('ines', redirect);
  expect(assign).toHaveBeenCalledExactlyOnceWith(href);
});

it("does not lead to another person's last space", () => {
  rememberSpace('tom', { subdomain: 'trail-runners' } as SpaceSummary);
  enter('ines', undefined);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/app');
});
