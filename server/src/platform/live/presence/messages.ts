import { z } from 'zod';

const presenceMessageOf = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), from: z.string(), ...shape });

/** What processes tell each other about who is online. `from` is the process that sent it. */
export const presenceMessage = z.discriminatedUnion('type', [
  /** A process has started, or may have missed messages: the others send it everything. */
  presenceMessageOf('hello', {}),
  /** `last` is the number of the last `users`. Who has missed it asks for everything. */
  presenceMessageOf('alive', { last: z.number() }),
  presenceMessageOf('stopped', {}),
  /** Asks a process for everything. */
  presenceMessageOf('ask', { of: z.string() }),
  presenceMessageOf('users', {
    number: z.number(),
    /** `change` follows the message before. Everything is sent in portions: `first`, `next` and `last`, or `only` one. */
    portion: z.enum(['change', 'first', 'next', 'last', 'only']),
    /** Users with their spaces, or with the last of them if the others came before. */
    users: z.array(z.tuple([z.string()], z.string())),
    /** Users with spaces that have no room in the message of their other ones, which follows. */
    before: z.array(z.tuple([z.string()], z.string())).default([]),
    left: z.array(z.string()),
  }),
]);
export type PresenceMessage = z.output<typeof presenceMessage>;
export type UsersMessage = Extract<PresenceMessage, { type: 'users' }>;

/** Bytes of a message beside its users, and of the punctuation around each ID. */
const envelopeBytes = 300;
const punctuationBytes = 4;

const sizeOf = (entry: readonly string[]) =>
  entry.reduce((sum, text) => sum + text.length + punctuationBytes, punctuationBytes);

type Entry = [string, ...string[]];

/** Returns a user with their spaces, in as many entries as messages of `maxBytes` need: nearly always one. */
function toEntries(userId: string, spaces: ReadonlySet<string>, maxBytes: number): Entry[] {
  const entries: Entry[] = [[userId]];
  let size = sizeOf([userId]);
  for (const space of spaces) {
    const added = space.length + punctuationBytes;
    if (size + added > maxBytes) {
      entries.push([userId]);
      size = sizeOf([userId]);
    }
    entries.at(-1)?.push(space);
    size += added;
  }
  return entries;
}

/** Cuts entries into portions, each with at most `maxBytes`. */
function toPortions<T extends readonly string[]>(entries: readonly T[], maxBytes: number): T[][] {
  const portions: T[][] = [];
  let room = 0;
  for (const entry of entries) {
    const size = sizeOf(entry);
    if (portions.length === 0 || size > room) {
      portions.push([]);
      room = maxBytes;
    }
    portions.at(-1)?.push(entry);
    room -= size;
  }
  return portions;
}

type NewUsersMessage = Omit<UsersMessage, 'from' | 'number'>;

/** Returns the messages about users, null being someone who left: none without a change, at least one of everything. */
export function toUserMessages(
  users: ReadonlyMap<string, ReadonlySet<string> | null>,
  maxBytes: number,
  what: 'change' | 'everything',
): NewUsersMessage[] {
  const room = maxBytes - envelopeBytes;
  const entries = [...users].map(([userId, spaces]) => (spaces ? toEntries(userId, spaces, room) : []));
  const parts = toPortions(
    entries.flatMap((all) => all.slice(0, -1)),
    room,
  );
  const portions = toPortions(
    entries.flatMap((all) => all.slice(-1)),
    room,
  );
  const contents = [
    ...parts.map((before) => ({ users: [], before, left: [] })),
    ...portions.map((portion) => ({ users: portion, before: [], left: [] })),
  ];
  if (what === 'everything') {
    const [only = { users: [], before: [], left: [] }, ...others] = contents;
    if (others.length === 0) return [{ type: 'users', portion: 'only', ...only }];
    return contents.map((content, index) => ({
      type: 'users',
      portion: index === 0 ? 'first' : index === contents.length - 1 ? 'last' : 'next',
      ...content,
    }));
  }
  const left = [...users].flatMap(([userId, spaces]) => (spaces ? [] : [[userId]]));
  const departures = toPortions(left, room).map((portion) => ({
    users: [],
    before: [],
    left: portion.flat(),
  }));
  return [...contents, ...departures].map((content) => ({ type: 'users', portion: 'change', ...content }));
}
