/* `npm run bench -- <name>`: see docs/benchmarks.md. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchOptions } from './options.ts';

const benches: Record<
  string,
  { label: string; run: () => Promise<(options: BenchOptions) => Promise<void>> }
> = {
  feed: {
    label: 'feed page JSON at 32 connections, in spaces of 1,000, 100,000 and 1,000,000 posts',
    run: async () => (await import('./feed.ts')).benchFeed,
  },
  pages: {
    label: 'feed and post as HTML and JSON, signed out and as a member, at 32 connections',
    run: async () => (await import('./pages/pages.ts')).benchPages,
  },
  post: {
    label: 'a post with 20 and with 2,000 comments, among 500,000',
    run: async () => (await import('./post.ts')).benchPost,
  },
  video: {
    label: 'a video of 2 GB uploaded over a link that is cut, and videos streamed to players',
    run: async () => (await import('./video.ts')).benchVideo,
  },
  comment: {
    label: 'comments created at 32 connections',
    run: async () => (await import('./comment.ts')).benchComment,
  },
  chat: {
    label: 'messages sent and received; conversations of 100,000 messages, lists of 2,000 conversations',
    run: async () => (await import('./chat/chat.ts')).benchChat,
  },
  notifications: {
    label: 'an announcement to 10,000 members, and the list of notifications',
    run: async () => (await import('./notifications.ts')).benchNotifications,
  },
  leaderboard: {
    label: 'leaderboard, levels and members by points, with 10,000 members and with 100',
    run: async () => (await import('./leaderboard.ts')).benchLeaderboard,
  },
  'sign-in': {
    label: 'sign-ins at 8 connections',
    run: async () => (await import('./sign-in.ts')).benchSignIn,
  },
  'fan-out': {
    label: 'one event to 50, 200 and 1,000 live sockets',
    run: async () => (await import('./live/fan-out.ts')).benchFanOut,
  },
  'live-scale': {
    label:
      'not in `all`: 10,000 live sockets on one, two and four servers; one killed; all connecting at once',
    run: async () => (await import('./live/live-scale.ts')).benchLiveScale,
  },
  presence: {
    label: 'what presence takes of a process with 10,000 connections, of which 100 come and go a second',
    run: async () => (await import('./live/presence.ts')).benchPresence,
  },
  flood: {
    label: 'the API while one live client floods the server, signed out and signed in',
    run: async () => (await import('./live/flood.ts')).benchFlood,
  },
  start: {
    label: 'second start to ready; memory when idle and after load',
    run: async () => (await import('./start.ts')).benchStart,
  },
  'first-page': {
    label: 'the first page in Chromium with empty caches, normal and on a slow phone',
    run: async () => (await import('./pages/first-page.ts')).benchFirstPage,
  },
  return: {
    label:
      'pages that were away for ten minutes, until they show what they missed, normal and on a slow phone',
    run: async () => (await import('./returning/returning.ts')).benchReturn,
  },
  switcher: {
    label: 'the switcher of someone in 60 spaces, opened and filtered in Chromium',
    run: async () => (await import('./switcher.ts')).benchSwitcher,
  },
  'long-feed': {
    label: 'a feed of 2,000 posts scrolled through: memory, frames, and the scroll position kept',
    run: async () => (await import('./pages/long-feed.ts')).benchLongFeed,
  },
  spaces: {
    label: 'discover, members and their searches among 2,000 spaces and 10,000 members',
    run: async () => (await import('./spaces.ts')).benchSpaces,
  },
  calendar: {
    label: 'a month of events among 400 and 36,040; 50 people for the last 10 seats',
    run: async () => (await import('./calendar.ts')).benchCalendar,
  },
  courses: {
    label: 'the courses of a space among 10 and 1,000; a course with 50 and with 5,000 pages',
    run: async () => (await import('./courses/courses.ts')).benchCourses,
  },
  'long-page': {
    label: 'a page of a course with 50,000 characters, opened and written in Chromium',
    run: async () => (await import('./courses/long-page.ts')).benchLongPage,
  },
  membership: {
    label: '200 people joining and 50 admins changing roles at the same time',
    run: async () => (await import('./membership.ts')).benchMembership,
  },
  soak: {
    label:
      'not in `all`: 15 minutes of writers and live clients while server, database and disk fail at random',
    run: async () => (await import('./soak.ts')).benchSoak,
  },
};

const help = `Measures Hearth and compares it with the limits of its components.

  npm run bench -- <name> [<name> ...]

${Object.entries(benches)
  .map(([name, { label }]) => `  ${name.padEnd(12)} ${label}`)
  .join('\n')}
  all          every one of them but soak and live-scale

  --rounds=5       measured rounds of each figure
  --seconds=4      length of one measurement
  --port=4700      first of ten loopback ports to use
  --data=data/bench  folder of the benchmark database, made once (about 3 GB) and kept
  --minutes=15     length of the soak
  --sockets=10000  sockets of live-scale
  --servers=1,2,4  numbers of servers that live-scale measures; one of the last is killed
  --nats           lets NATS carry the live events of live-scale
  --pooler=<path>  puts this PgBouncer (1.21 or newer) before the database of live-scale
  --profile=<dir>  leave a CPU profile of the server there
  --help           this text
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    port: { type: 'string', default: '4700' },
    data: { type: 'string', default: 'data/bench' },
    minutes: { type: 'string', default: '15' },
    sockets: { type: 'string', default: '10000' },
    servers: { type: 'string', default: '1,2,4' },
    nats: { type: 'boolean', default: false },
    pooler: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const names = positionals.includes('all')
  ? Object.keys(benches).filter((name) => name !== 'soak' && name !== 'live-scale')
  : positionals;
const unknown = names.find((name) => !(name in benches));
if (values.help || names.length === 0 || unknown) {
  if (unknown) process.stderr.write(`There is no benchmark '${unknown}'.\n\n`);
  process.stdout.write(help);
  process.exit(unknown ? 1 : 0);
}
const options: BenchOptions = {
  dataDir: resolve(values.data),
  port: Number(values.port),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  minutes: Number(values.minutes),
  sockets: Number(values.sockets),
  servers: values.servers.split(',').map(Number),
  nats: values.nats,
  pooler: values.pooler,
  profileDir: values.profile && resolve(values.profile),
};
for (const name of names) {
  const bench = await benches[name]?.run();
  await bench?.(options);
}
process.exit();
