/** A message of a demo conversation. */
export interface DemoMessage {
  by: string;
  text: string;
  /** Minutes after the message before. */
  after: number;
  /** An image of the demo, such as `sea-1`. */
  image?: string;
  /** Makes it a voice message. */
  voice?: true;
  /** Which message it replies to, counted back from this one. */
  replies_to?: number;
  /** Who reacted with which emoji. */
  reactions?: Record<string, string>;
}

/** A conversation of the demo. */
export interface DemoChat {
  /** The name of a group, whose admin is the first of `people`; null for a direct conversation of two. */
  name: string | null;
  /** The subdomain of the community with which it is created. */
  community: string;
  people: string[];
  /** How many minutes ago the last message was sent. */
  ended: number;
  messages: DemoMessage[];
  /** Who hasn't read how many of the last messages. Everyone else has read all. */
  unread: Record<string, number>;
  /** The first message waits as a message request. */
  is_request?: true;
}

/** The recording of the demo's voice message: its length, and 64 values of its loudness. */
export const recording = {
  file_name: 'hummed-tune.webm',
  duration_ms: 7080,
  peaks: [
    23, 32, 28, 19, 15, 94, 93, 78, 64, 26, 49, 44, 36, 22, 90, 92, 71, 54, 33, 61, 60, 46, 31, 84, 85, 65,
    56, 29, 82, 72, 57, 39, 71, 70, 60, 45, 35, 85, 77, 62, 46, 57, 59, 48, 38, 29, 93, 87, 70, 50, 42, 43,
    32, 29, 27, 100, 90, 79, 52, 35, 37, 33, 25, 15,
  ],
};

export const demoChats: DemoChat[] = [
  {
    name: null,
    community: 'analog-photography',
    people: ['maya', 'beatriz'],
    ended: 6,
    unread: { maya: 2 },
    messages: [
      {
        by: 'maya',
        after: 0,
        text: 'How did the wedding go? I kept thinking of you when it started to rain.',
      },
      { by: 'beatriz', after: 9, text: 'Wet, loud and **wonderful**. The couple danced in the puddles.' },
      {
        by: 'beatriz',
        after: 1,
        text: 'I finished a whole roll of HP5 on that alone.',
        reactions: { maya: '🎉' },
      },
      { by: 'maya', after: 14, text: 'Pushed to 1600?' },
      {
        by: 'beatriz',
        after: 3,
        text: 'Pushed to 1600, and I regret nothing.',
        replies_to: 1,
        reactions: { maya: '😂' },
      },
      { by: 'maya', after: 22, text: 'Bring the negatives on Thursday, I have the enlarger until ten.' },
      {
        by: 'beatriz',
        after: 1270,
        text: 'One from yesterday, to make you jealous',
        image: 'sea-1',
        reactions: { maya: '❤️' },
      },
      { by: 'maya', after: 4, text: 'That sky. What did you meter for?' },
      { by: 'beatriz', after: 2, text: 'The highlights, minus one. I wrote it down as `f/8, 1/250`.' },
      { by: 'maya', after: 31, text: 'Keep humming that tune, by the way. It is stuck in my head too.' },
      { by: 'beatriz', after: 12, text: '', voice: true },
      { by: 'beatriz', after: 1, text: 'You asked for it. See you Thursday?' },
    ],
  },
  {
    name: 'Thursday darkroom',
    community: 'analog-photography',
    people: ['greta', 'maya', 'tomas', 'beatriz', 'samuel', 'noor'],
    ended: 42,
    unread: { maya: 3, beatriz: 3, noor: 5 },
    messages: [
      { by: 'greta', after: 0, text: 'The darkroom is open from six. Who is coming?' },
      { by: 'tomas', after: 6, text: 'Me, with too many negatives.', reactions: { greta: '👍', noor: '😂' } },
      { by: 'noor', after: 15, text: 'Me! Is it all right if I only watch this time?' },
      {
        by: 'greta',
        after: 3,
        text: 'Of course. But you will want to try by eight.',
        replies_to: 1,
        reactions: { noor: '❤️', tomas: '👍' },
      },
      { by: 'samuel', after: 44, text: 'I can bring paper, the 18×24 that nobody wanted last time.' },
      {
        by: 'maya',
        after: 8,
        text: 'Things we still need:\n\n> fixer, tongs, a red bulb\n\nI have the bulb.',
      },
      { by: 'tomas', after: 5, text: 'Fixer is on me.' },
      {
        by: 'greta',
        after: 160,
        text: 'Last week’s best print, by Samuel',
        image: 'window-3',
        reactions: { maya: '🔥', tomas: '🔥' },
      },
      { by: 'samuel', after: 7, text: 'I am framing this message.' },
      { by: 'noor', after: 12, text: 'How do I get there from the station?' },
      { by: 'greta', after: 4, text: 'Tram 4, third stop, then ask for the smell of vinegar.' },
    ],
  },
  {
    name: null,
    community: 'analog-photography',
    people: ['maya', 'kenji'],
    ended: 2 * 24 * 60,
    unread: {},
    messages: [
      { by: 'maya', after: 0, text: 'The shutter of the Yashica sticks below 1/30. Worth opening?' },
      { by: 'kenji', after: 35, text: 'Always worth opening. Naphtha first, screws later.' },
      { by: 'kenji', after: 2, text: 'Send it to me if you lose the courage.', reactions: { maya: '🙏' } },
    ],
  },
  {
    name: null,
    community: 'analog-photography',
    people: ['hana', 'beatriz'],
    ended: 5 * 60,
    unread: { beatriz: 1 },
    messages: [
      { by: 'beatriz', after: 0, text: 'Do you still have cyanotype paper to spare?' },
      { by: 'hana', after: 50, text: 'Ten sheets, A5. They are yours for a print.' },
    ],
  },
  {
    name: null,
    community: 'analog-photography',
    people: ['axel', 'maya'],
    ended: 3 * 60,
    unread: {},
    is_request: true,
    messages: [
      {
        by: 'axel',
        after: 0,
        text: 'Hello Maya, we don’t know each other. Lin told me about your darkroom. I paint miniatures and would love to photograph them on film. Would you answer a few beginner questions?',
      },
    ],
  },
  {
    name: 'Starter rescue',
    community: 'slow-bread',
    people: ['mikkel', 'rosa', 'tunde', 'dele', 'mei'],
    ended: 8 * 60,
    unread: { mikkel: 2 },
    messages: [
      { by: 'dele', after: 0, text: 'It smells like paint thinner. Is it dead?' },
      {
        by: 'mikkel',
        after: 12,
        text: 'Hungry, not dead. Feed it 1:5:5 and wait.',
        replies_to: 1,
        reactions: { dele: '🙏' },
      },
      { by: 'mei', after: 30, text: 'Mine survived a month behind the jam.' },
      {
        by: 'tunde',
        after: 5,
        text: 'Name it. They live longer with a name.',
        reactions: { mei: '😂', rosa: '😂' },
      },
    ],
  },
];
