/** The pattern of a username behind an `@`, without the marks that end a sentence. For regular expressions with the flag `u`. */
export const mentionedName = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]{0,62}[\p{L}\p{M}\p{N}])?`;
