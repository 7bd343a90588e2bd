import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

it('a page that is being left keeps nothing more, and leaves only what is named and the theme', async () => {
  const { closeLocal, readLocal, writeLocal } = await import('./local-store.ts');
  localStorage.setItem('hearth.theme', '"dark"');
  writeLocal('draft.post', 'half a thought');
  writeLocal('user-spaces', ['Analog Photography']);
  closeLocal(['draft.post']);
  // An answer that was on its way when signing out began.
  expect(writeLocal('user-spaces', ['Analog Photography'])).toBe(false);
  expect(readLocal('user-spaces')).toBeNull();
  expect(Object.keys(localStorage).sort()).toEqual(['hearth.draft.post', 'hearth.theme']);
});
