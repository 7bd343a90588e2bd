/** Limits that screens show as well as the server; free of schemas, so that the first page need not carry those. */

/** Characters of a post's text (its HTML counts nothing). */
export const maxPostBody = 20_000;
export const maxAttachments = 10;
/** Characters of a comment's text. */
export const maxCommentText = 5000;
/** Posts of a space that stand first in its feed. */
export const maxPins = 3;
