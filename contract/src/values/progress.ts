/** Returns completed pages in percent, rounded; 100 only once all are completed, and 0 for a course without pages. */
export function toProgress(completed: number, pages: number): number {
  if (pages === 0) return 0;
  return completed === pages ? 100 : Math.min(99, Math.round((100 * completed) / pages));
}
