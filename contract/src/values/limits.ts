/**
 * Limits used by both the screens and the server. This file contains no schemas, so that the first page does not load
 * them.
 */

/** Characters of a post title. */
export const maxPostTitle = 120;
/** Characters of a post's text, without its HTML tags. */
export const maxPostBody = 20_000;
/** Characters of a space's about text, without its HTML tags. */
export const maxAboutText = 50_000;
/**
 * Maximum characters of HTML per stored text, counted after sanitizing, which can make it longer. Requests may contain
 * twice as much, so that a stored text with its mentions expanded can always be sent again.
 */
export const maxStoredHtml = {
  post: 100_000,
  comment: 30_000,
  event: 30_000,
  about: 200_000,
  page: 200_000,
} as const;
export const maxAttachments = 10;
/** Characters of a comment's text. */
export const maxCommentText = 5000;
/** Characters of a note in a report, and of the reason for a removal. */
export const maxReportNote = 1000;

/** Events: characters of the title, the description's text and the address; number of hosts; capacity. */
export const maxEventTitle = 100;
export const maxEventDescription = 5000;
export const maxEventAddress = 300;
export const maxEventHosts = 5;
export const maxEventCapacity = 10_000;
/** Events of one series. */
export const maxSeriesEvents = 200;
/** The maximum interval of a recurrence, in days, weeks, months or years. */
export const maxRepeatInterval = 99;
/** The maximum duration of an event, in days. */
export const maxEventDays = 31;
/** The link of an event is available from this many minutes before the start until the end. */
export const eventLinkOpensMinutes = 15;
/** Courses: characters of the titles of courses, folders and pages, of a description, and of a page's text. */
export const maxCourseTitle = 100;
export const maxCourseDescription = 1000;
export const maxPageText = 50_000;
/** The maximum number of posts that a page shows. Each is a request of its readers. */
export const maxPagePosts = 50;
/** The most pages of a course. */
export const maxCoursePages = 5000;
export const maxCourseFolders = 500;
/** Up to how many folders and pages the contents of a course are always sent, and shown, as a whole. */
export const wholeContentsUpTo = 150;
/** For how many days deleted courses, folders and pages can be restored. */
export const courseRestoreDays = 30;
/** How many earlier versions of a page are kept. */
export const maxPageRevisions = 200;
export const maxPollOptions = 10;
/** Quizzes: questions, choices of one, accepted answers, attempts, and characters of questions and choices. */
export const maxQuizQuestions = 100;
export const maxQuizChoices = 10;
export const maxAcceptedTexts = 10;
export const maxQuizAttempts = 100;
export const maxQuizText = 1000;
export const maxQuizChoiceText = 300;
/** The maximum size of a file in bytes, by kind. */
export const maxFileBytes = {
  image: 10 * 1024 * 1024,
  document: 20 * 1024 * 1024,
  video: 100 * 1024 * 1024,
} as const;
/** The maximum size of an image in the text of a page, in bytes. */
export const maxPageImageBytes = 5 * 1024 * 1024;
/** The maximum size of the recording of a voice message, in bytes. */
export const maxVoiceBytes = 10 * 1024 * 1024;
/** The maximum duration of a video, in seconds. */
export const maxVideoSeconds = 300;
/** The maximum duration of a video of a course, in seconds. */
export const maxVideoDuration = 48 * 60 * 60;
/** How many parts of a video a request can report as watched. */
export const maxWatchedRanges = 100;
/** How much of a video one must have watched for its page to be done, in percent: what courses can choose, and start with. */
export const videoDonePercents = { min: 50, max: 100, initial: 90 } as const;
/** Captions of a video: bytes of a file, captions in it, characters of one, and languages. */
export const maxCaptionBytes = 200_000;
export const maxCaptions = 10_000;
export const maxCaptionText = 500;
export const maxCaptionLanguages = 20;
/** Chapters of a video, and characters of the title of one. */
export const maxChapters = 100;
export const maxChapterTitle = 100;
/** The maximum number of pinned posts in a space. */
export const maxPins = 3;
/** How many of the latest commenters a post shows. */
export const maxShownCommenters = 4;

/** How many users a live connection watches in each space, and in no space. */
export const maxWatched = 100;
/** How many of the members who are online are listed. */
export const maxOnlineShown = 10;
/** Up to how many members who are online are counted. */
export const maxOnlineCount = 500;

/** Chat: characters of a message, and of the first message to someone who hasn't agreed to be written to. */
export const maxMessageText = 5000;
export const maxMessageRequestText = 500;
/** Characters of a group's name. */
export const maxGroupName = 100;
/** People in a group, with its creator. */
export const maxGroupParticipants = 250;
/** Up to how many participants a conversation shows who has read which message, and who is typing. */
export const maxReadReceiptParticipants = 50;
export const maxTypingParticipants = 100;
/** Different emoji on one message. */
export const maxMessageEmoji = 20;
/** For how many hours a message can be edited and deleted. */
export const messageEditHours = 24;
/** The maximum length of a voice message in seconds, and the number of values that describe its loudness. */
export const maxVoiceSeconds = 300;
export const voicePeaks = 64;
/** The unread messages of a conversation are counted up to this number. */
export const maxUnreadCount = 100;
/** Comments about which one request says that their notifications have been seen. */
export const maxSeenAtOnce = 200;
