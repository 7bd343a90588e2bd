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
  members: ['auth'],
  development: ['auth'],
  profiles: ['auth', 'uploads'],
  spaces: ['auth', 'uploads', 'members'],
  feed: ['spaces', 'members', 'uploads'],
  comments: ['feed', 'spaces', 'members'],
  reactions: ['feed', 'comments', 'spaces', 'members'],
  calendar: ['members', 'uploads'],
};

export const webArrows = {
  auth: [],
  uploads: [],
  reactions: ['auth', 'members'],
  members: ['auth', 'spaces'],
  spaces: ['auth', 'uploads'],
  calendar: ['auth', 'uploads'],
  comments: ['auth', 'members', 'reactions', 'spaces'],
  feed: ['auth', 'comments', 'members', 'reactions', 'spaces', 'uploads'],
};
