import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

it('stores nothing after it is closed and keeps only the named entries and the theme', async () => {
  const { closeLocal, readLocal, writeLocal } = await import('./local-store.ts');
  localStorage.setItem('hearth.theme', '"dark"');
  writeLocal('draft.post', 'half a thought');
  writeLocal('user-spaces', ['Analog Photography']);
  closeLocal(['draft.post']);
  // A response that was in flight when sign-out began.
  expect(writeLocal('user-spaces', ['Analog Photography'])).toBe(false);
  expect(readLocal('user-spaces')).toBeNull();
  expect(Object.keys(localStorage).sort()).toEqual(['hearth.draft.post', 'hearth.theme']);
});
