/*
 * Which feature may use which: an arrow from the first name to each of the others, always through the other's
 * index.ts. On the server an arrow points at what is acted on, on the web at what is shown inside.
 */
export const serverArrows = {
  auth: [],
  audit: [],
  uploads: ['auth'],
  mailbox: [],
  reports: [],
  sitemap: [],
  notifications: [],
  members: ['audit', 'auth', 'points'],
  development: ['auth'],
  profiles: ['auth', 'uploads'],
  spaces: ['audit', 'auth', 'uploads', 'members'],
  feed: ['audit', 'spaces', 'members', 'uploads', 'notifications', 'points'],
  comments: ['audit', 'feed', 'spaces', 'members', 'uploads', 'notifications', 'points'],
  moderation: ['audit', 'comments', 'feed', 'members', 'spaces', 'uploads'],
  reactions: ['feed', 'comments', 'spaces', 'members', 'notifications', 'points'],
  points: [],
  badges: [],
  leaderboard: [],
  calendar: ['members', 'uploads', 'notifications'],
};

export const webArrows = {
  auth: [],
  moderation: ['auth', 'spaces', 'uploads'],
  uploads: [],
  notifications: ['auth'],
  points: [],
  leaderboard: ['auth', 'points', 'spaces'],
  reactions: ['auth', 'members'],
  members: ['auth', 'moderation', 'points', 'spaces'],
  spaces: ['auth', 'uploads'],
  comments: ['auth', 'members', 'moderation', 'points', 'reactions', 'spaces', 'uploads'],
  feed: ['auth', 'comments', 'members', 'moderation', 'points', 'reactions', 'spaces', 'uploads'],
  calendar: ['auth', 'uploads'],
};
