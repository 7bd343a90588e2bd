/** Limits that screens show as well as the server; free of schemas, so that the first page need not carry those. */

/** Characters of a post's text (its HTML counts nothing). */
export const maxPostBody = 20_000;
export const maxAttachments = 10;
/** Characters of a comment's text. */
export const maxCommentText = 5000;
/** Characters of what somebody adds to a report, and of the reason for a removal. */
export const maxReportNote = 1000;
