/** Formats a share as `12%`; a nonzero share never shows as 0%. */
export function toShare(count: number, all: number): string {
  if (count === 0 || all === 0) return '0%';
  const percent = Math.round((count / all) * 100);
  return percent === 0 ? '< 1%' : `${percent}%`;
}
