import type { TextPiece } from '#web/lib/page-parts.ts';

/** Joins the pieces of a text. */
export const textOf = (pieces: readonly TextPiece[]): string =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece as Uint8Array))).toString();
