/** Runs a task when the browser is idle; Safari lacks `requestIdleCallback`. */
export function whenIdle(task: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(task, { timeout: 2_000 });
  else setTimeout(task, 300);
}
