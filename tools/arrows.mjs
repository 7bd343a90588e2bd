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
  members: ['audit', 'auth'],
  development: ['auth'],
  profiles: ['auth', 'uploads'],
  spaces: ['audit', 'auth', 'uploads', 'members'],
  feed: ['audit', 'spaces', 'members', 'uploads'],
  comments: ['audit', 'feed', 'spaces', 'members', 'uploads'],
  moderation: ['audit', 'comments', 'feed', 'members', 'spaces', 'uploads'],
  reactions: ['feed', 'comments', 'spaces', 'members'],
};

export const webArrows = {
  auth: [],
  moderation: ['auth', 'spaces', 'uploads'],
  uploads: [],
  reactions: ['auth', 'members'],
  members: ['auth', 'moderation', 'spaces'],
  spaces: ['auth', 'uploads'],
  comments: ['auth', 'members', 'moderation', 'reactions', 'spaces', 'uploads'],
  feed: ['auth', 'comments', 'members', 'moderation', 'reactions', 'spaces', 'uploads'],
};
