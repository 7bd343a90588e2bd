/** Returns completed pages in percent, rounded; 0 for a course without pages. */
export function toProgress(completed: number, pages: number): number {
  return pages === 0 ? 0 : Math.round((100 * completed) / pages);
}
