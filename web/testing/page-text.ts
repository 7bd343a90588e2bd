import type { TextPiece } from '#web/lib/page-parts.ts';

/** Joins the pieces of a text. */
export const textOf = (pieces: readonly TextPiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString())).join('');
