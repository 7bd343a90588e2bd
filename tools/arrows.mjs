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
  drafts: ['members', 'uploads'],
  polls: ['members'],
  mentions: ['members'],
  feed: ['spaces', 'members', 'uploads', 'drafts', 'polls', 'mentions'],
  comments: ['feed', 'spaces', 'members', 'mentions'],
  reactions: ['feed', 'comments', 'spaces', 'members'],
};

export const webArrows = {
  auth: [],
  uploads: [],
  reactions: ['auth', 'members'],
  members: ['auth', 'spaces'],
  spaces: ['auth', 'uploads'],
  mentions: [],
  polls: ['auth'],
  drafts: ['uploads'],
  comments: ['auth', 'members', 'mentions', 'reactions', 'spaces'],
  feed: ['auth', 'comments', 'drafts', 'members', 'mentions', 'polls', 'reactions', 'spaces', 'uploads'],
};
