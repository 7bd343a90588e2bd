import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { rememberSpace, rememberWantsDiscover } from './last-visit.ts';
import { signIn } from './session-switch.ts';

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
])('sends a user who signs in to %s', (_what, redirect, href) => {
  rememberSpace('ines', { subdomain: 'analog-photography' } as SpaceSummary);
  signIn('ines', redirect);
  expect(assign).toHaveBeenCalledExactlyOnceWith(href);
});

it('forgets that they looked at Discover if they were going somewhere else', () => {
  rememberWantsDiscover(true);
  signIn('ines', '/create-space');
  signIn('ines', undefined);
  expect(assign.mock.calls).toEqual([['/create-space'], ['/app']]);
});

it("doesn't open another user's last space", () => {
  rememberSpace('tom', { subdomain: 'trail-runners' } as SpaceSummary);
  signIn('ines', undefined);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/app');
});

it('reloads a page once, but not one that was just reloaded', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const age = vi.spyOn(performance, 'now').mockReturnValue(2_000);
  const began = vi.spyOn(performance, 'getEntriesByType');
  const renewOf = async (type: NavigationTimingType) => {
    vi.resetModules();
    began.mockReturnValue([{ type } as PerformanceNavigationTiming]);
    (await import('./session-switch.ts')).reloadPage();
    return reload.mock.calls.length;
  };
  expect(await renewOf('navigate')).toBe(1);
  expect(await renewOf('reload')).toBe(1);
  age.mockReturnValue(20_000);
  expect(await renewOf('reload')).toBe(2);
  vi.restoreAllMocks();
});
