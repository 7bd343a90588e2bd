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
  members: ['auth'],
  map: ['members'],
  development: ['auth'],
  profiles: ['auth', 'uploads'],
  spaces: ['auth', 'uploads', 'members'],
  feed: ['spaces', 'members', 'uploads', 'notifications'],
  comments: ['feed', 'spaces', 'members', 'notifications'],
  reactions: ['feed', 'comments', 'spaces', 'members', 'notifications'],
};

export const webArrows = {
  auth: [],
  uploads: [],
  notifications: ['auth'],
  reactions: ['auth', 'members'],
  members: ['auth', 'spaces'],
  spaces: ['auth', 'uploads'],
  comments: ['auth', 'members', 'reactions', 'spaces'],
  feed: ['auth', 'comments', 'members', 'reactions', 'spaces', 'uploads'],
};
