/** Formats a count; from 1000 on in thousands with one decimal: `950`, `1.2k`, `10.0k`. */
export function toCount(count: number): string {
  if (count <= 1000) return String(count);
  return `${(Math.floor(count / 100) / 10).toFixed(1)}k`;
}

/** Formats a member count: `1 member`, `1.2k members`. */
export function toMemberCount(count: number): string {
  return `${toCount(count)} member${count === 1 ? '' : 's'}`;
}
