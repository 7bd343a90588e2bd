import { expect, it, vi } from 'vitest';
import { showStartFailure } from './start-failure.ts';

it('explains that the application failed to start, and reloads the page on request', () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  showStartFailure();
  const box = document.querySelector('[role="alert"]');
  expect(box?.querySelector('h1')?.textContent).toBe('Application Error');
  expect(box?.querySelector('p')?.textContent).toBe(
    'Failed to load the application. Please refresh the page.',
  );
  const button = box?.querySelector('button');
  expect(button?.textContent).toBe('Refresh Page');
  button?.click();
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
