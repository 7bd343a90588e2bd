/**
 * The features that have lifecycle hooks, in the order in which their hooks run. The actions lock the space, the members, the
 * post and the comment before they run hooks, and those of the calendar the series and its events. This order continues the
 * lock order of docs/architecture.md, so that transactions can't deadlock.
 */
export const hookOrder = [
  // The creator's account.
  'auth',
  // The uploads that content used. Actions lock those that they attach before they run hooks. Covers are locked after the
  // events that use them; no post or comment uses them.
  'uploads',
  // The author's draft, which only they lock, after their membership.
  'drafts',
  // The space of a new owner, which is locked already, or the author's task of the setup guide.
  'spaces',
  // `member_points`, by user id.
  'points',
  'map',
  // The series, then its events by id; then the notification lists of everyone who gets a seat and of the former member.
  'calendar',
  // The courses that former admins created.
  'courses',
  // The unfinished uploads of former admins, by id. Whoever stores one locks it last.
  'videos',
  // What a former member was given access to. Whoever gives access has locked the space. The rules of a page that was just copied.
  'access',
  // The messages that link to a page, after their conversations by id; a former member's switch.
  'chat',
  // `notification_counts`, by user id: those of a deleted post, then those of other content.
  'posts',
  'notifications',
  // The notification list of the author of removed content; cases, then `moderation_counts`.
  'moderation',
  // The quiz of a page that was just copied, which nothing else knows.
  'quizzes',
  // The totals of follows of two people (`follow_counts`), by user id, after their conversation. Nothing is locked after them.
  'profiles',
] as const;
