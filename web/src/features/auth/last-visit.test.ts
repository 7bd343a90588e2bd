import { beforeEach, describe, expect, it } from 'vitest';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import {
  chooseLanding,
  isRestorablePath,
  lastPathTtl,
  readLastPath,
  readLastSpacePath,
  rememberPath,
  rememberSpace,
  rememberWantsDiscover,
  restorationLock,
} from './last-visit.ts';

const space = { id: 's', name: 'Analog', subdomain: 'analog', description: null } as SpaceSummary;
beforeEach(() => localStorage.clear());

describe('Restorable path', () => {
  it.each(['/analog/space', '/analog/space/members', '/analog/post/first-light', '/ab', '/analog/about'])(
    'can be %s',
    (path) => {
      expect(isRestorablePath(path)).toBe(true);
    },
  );
  it.each([
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/auth/callback',
    '/app',
    '/smart-landing',
    '/create',
    '/create-space',
    '/onboarding/1',
    '/debug',
    '/storage-debug',
    '/analog/debug',
    '/fix',
    '/discover',
    '/a/space',
    '/analog/space?tab=members',
    '/analog/space#top',
    '/analog/redirect',
    '/temp/x',
    '/analog/loading',
    '//evil.example',
    'https://evil.example',
  ])('is never %s', (path) => {
    expect(isRestorablePath(path)).toBe(false);
    rememberPath('ines', path);
    expect(readLastPath('ines')).toBeUndefined();
  });

  it('is kept for a day, for the user who visited it', () => {
    rememberPath('ines', '/analog/space', 1_000);
    expect(readLastPath('ines', 1_000 + lastPathTtl)).toBe('/analog/space');
    expect(readLastPath('ines', 1_001 + lastPathTtl)).toBeUndefined();
    expect(readLastPath('ada', 1_000)).toBeUndefined();
    expect(readLastPath(undefined, 1_000)).toBeUndefined();
  });
});

describe('Landing path', () => {
  it('prefers Discover if requested, then the last path, then the last space', () => {
    rememberSpace('ines', space, 0);
    expect(chooseLanding('ines', 0)).toBe('/analog/space');
    rememberPath('ines', '/analog/post/x', 0);
    rememberWantsDiscover(true);
    expect(chooseLanding('ines', 0)).toBe('/discover');
    expect(chooseLanding('ines', 0)).toBe('/analog/post/x');
  });

  it('restores a path once, and again only after a while', () => {
    rememberPath('ines', '/analog/post/x', 0);
    expect(chooseLanding('ines', 0)).toBe('/analog/post/x');
    rememberPath('ines', '/analog/post/x', 1);
    expect(chooseLanding('ines', restorationLock - 1)).toBeUndefined();
    expect(chooseLanding('ines', restorationLock)).toBe('/analog/post/x');
  });

  it('reveals nothing to another user', () => {
    rememberSpace('ines', space);
    rememberPath('ines', '/analog/space');
    expect(readLastSpacePath('ada')).toBeUndefined();
    expect(chooseLanding('ada')).toBeUndefined();
  });

  it('survives broken storage', () => {
    localStorage.setItem('hearth.last-path', '{');
    localStorage.setItem('hearth.last-space', 'null');
    expect(chooseLanding('ines')).toBeUndefined();
  });
});
