/** Limits that screens show as well as the server; free of schemas, so that the first page need not carry those. */

/** Characters of a post's title. */
export const maxPostTitle = 120;
/** Characters of a post's text (its HTML counts nothing). */
export const maxPostBody = 20_000;
/** Characters of a space's about text (its HTML counts nothing). */
export const maxAboutText = 50_000;
/**
 * Characters of HTML that a text may be stored with, whatever its text: counted once it is sanitised, which can make it
 * longer. What is sent may be twice as long, so that a stored text with its mentions written out can always be sent again.
 */
export const maxStoredHtml = { post: 100_000, comment: 30_000, event: 30_000, about: 200_000 } as const;
export const maxAttachments = 10;
/** Characters of a comment's text. */
export const maxCommentText = 5000;
/** Characters of what somebody adds to a report, and of the reason for a removal. */
export const maxReportNote = 1000;

/** Events: characters of the title, of the description's text, of an address; hosts; seats. */
export const maxEventTitle = 100;
export const maxEventDescription = 5000;
export const maxEventAddress = 300;
export const maxEventHosts = 5;
export const maxEventCapacity = 10_000;
/** Events of one series. */
export const maxSeriesEvents = 200;
/** A rule goes by every so many days, weeks, months or years. */
export const maxRepeatInterval = 99;
/** Days that one event may last. */
export const maxEventDays = 31;
/** Minutes before the start from which the link of an event may be opened; until its end. */
export const eventLinkOpensMinutes = 15;
export const maxPollOptions = 10;
/** Bytes that a file may have, by kind (document 3, "Uploads"). */
export const maxFileBytes = {
  image: 10 * 1024 * 1024,
  document: 20 * 1024 * 1024,
  video: 100 * 1024 * 1024,
} as const;
/** Seconds that a video may last. */
export const maxVideoSeconds = 300;
/** Posts of a space that stand first in its feed. */
export const maxPins = 3;
