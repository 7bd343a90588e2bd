/*
 * Which feature may use which: an arrow from the first name to each of the others, always through the other's
 * index.ts. On the server an arrow points at what is acted on, on the web at what is shown inside.
 */
export const serverArrows = {
  auth: [],
  uploads: ['auth'],
  mailbox: [],
  reports: [],
  sitemap: [],
  notifications: [],
  members: ['auth', 'points'],
  map: ['members'],
  development: ['auth'],
  profiles: ['auth', 'uploads'],
  spaces: ['auth', 'uploads', 'members'],
  feed: ['spaces', 'members', 'uploads', 'notifications', 'points'],
  comments: ['feed', 'spaces', 'members', 'notifications', 'points'],
  reactions: ['feed', 'comments', 'spaces', 'members', 'notifications', 'points'],
  points: [],
  badges: [],
  leaderboard: [],
  calendar: ['members', 'uploads', 'notifications'],
};

export const webArrows = {
  auth: [],
  uploads: [],
  notifications: ['auth'],
  map: ['auth'],
  points: [],
  leaderboard: ['auth', 'points', 'spaces'],
  reactions: ['auth', 'members'],
  members: ['auth', 'points', 'spaces'],
  spaces: ['auth', 'uploads'],
  comments: ['auth', 'members', 'points', 'reactions', 'spaces'],
  feed: ['auth', 'comments', 'members', 'points', 'reactions', 'spaces', 'uploads'],
  calendar: ['auth', 'uploads'],
};
