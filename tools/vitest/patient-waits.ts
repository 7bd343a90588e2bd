import { vi } from 'vitest';
import { longestWait } from './longest-wait.ts';

const { waitFor } = vi;

// The files of a process share `vi`.
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(callback, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: longestWait, ...given });
  };

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: longestWait });
}
