/** How many members, above 1000 in thousands with one decimal (document 1, section 9): `950`, `1.2k`, `10.0k`. */
export function toCount(count: number): string {
  if (count <= 1000) return String(count);
  return `${(Math.floor(count / 100) / 10).toFixed(1)}k`;
}

/** `1 member`, `1.2k members`. */
export function toMemberCount(count: number): string {
  return `${toCount(count)} member${count === 1 ? '' : 's'}`;
}
