import type { PollInput } from '#contract/features/polls/polls.ts';

/** A file attached to a post or comment: an image of the demo, another of its files, or a text. */
export type DemoFile = { file_name: string } & ({ image: string } | { media: string } | { text: string });

/** A post that is more than a conversation: it asks, announces, or was written twice. People are named as `@key`. */
export interface Special {
  by: string;
  category: string;
  hoursAgo: number;
  title: string;
  body: string;
  announces?: boolean;
  poll?: Omit<PollInput, 'closes_at'> & { openDays?: number; closed?: boolean };
  files?: DemoFile[];
  /** What its author made of it an hour later; `files` in the place of those before. */
  edited?: { title: string; body: string; files?: DemoFile[] };
  /** What others said, in the hours after. */
  remarks?: { by: string; text: string; file?: DemoFile }[];
  /** Its author deleted it in the end; what was said about it stays. */
  deleted?: boolean;
}

/** By the address of the space. */
export const specials: Record<string, Special[]> = {
  'slow-bread': [
    {
      by: 'rosa',
      category: 'general',
      hoursAgo: 70,
      title: 'Saturday: we bake together, at a distance',
      body: '<p>Nine in the morning by your own clock. One dough, forty kitchens. @claire keeps the list of who bakes what.</p><p>Come late if you must. Do not come without flour.</p>',
      announces: true,
    },
    {
      by: 'hanneke',
      category: 'flour',
      hoursAgo: 46,
      title: 'Settle this for me',
      body: '<p>@jonas says nobody eats rye on a Monday. I say he has never met a Monday.</p>',
      poll: {
        question: 'What goes into the tin this week?',
        options: ['Rye, all of it', 'Half and half', 'Wheat, and no shame', 'Whatever is left in the bag'],
        multiple: false,
        openDays: 4,
      },
    },
    {
      by: 'dele',
      category: 'help',
      hoursAgo: 29,
      title: 'The glass trick works',
      body: '<p>Marked a jar, waited, it grew by half in five hours.</p>',
      files: [{ file_name: 'jar-blurred.webp', image: 'jar-3' }],
      edited: {
        files: [{ file_name: 'jar-with-mark.webp', image: 'jar-4' }],
        title: 'The glass trick works (with numbers)',
        body: '<p>Marked a straight jar, waited, and it grew by half in six hours at 19 degrees, not five. Thank you @rosa: the glass does not lie.</p>',
      },
    },
    {
      by: 'jonas',
      category: 'general',
      hoursAgo: 21,
      title: 'Six hours of starter in six seconds',
      body: '<p>Drawn from my notes, one line of chalk every six minutes. The red band is where it began.</p>',
      files: [{ file_name: 'starter-rising.webm', media: 'files/starter-rising.webm' }],
      remarks: [{ by: 'rosa', text: '<p>I could watch this all winter.</p>' }],
    },
    {
      by: 'claire',
      category: 'flour',
      hoursAgo: 15,
      title: 'The rye sheet, so you can print it',
      body: '<p>One page for the kitchen wall, and my working notes for those who like to argue with numbers.</p>',
      files: [
        {
          file_name: 'Whole rye in a tin.pdf',
          media: 'files/whole-rye-in-a-tin.pdf',
        },
        {
          file_name: 'working-notes.md',
          text: '# Working notes\n\n- 19 degrees: 5 h 40\n- 22 degrees: 4 h 10\n- 26 degrees: do not go shopping\n',
        },
      ],
      remarks: [
        {
          by: 'dele',
          text: '<p>I made a version for two small tins, in case your oven is as narrow as mine.</p>',
          file: {
            file_name: 'Two small tins.pdf',
            media: 'files/two-small-tins.pdf',
          },
        },
        {
          by: 'hanneke',
          text: '<p>Stuck on the cupboard already.</p>',
          file: { file_name: 'loaf-on-the-board.webp', image: 'loaf-10' },
        },
      ],
    },
    {
      by: 'hanneke',
      category: 'help',
      hoursAgo: 120,
      title: 'Selling my mixer',
      body: '<p>Twelve litres, one careful owner.</p>',
      remarks: [
        { by: 'rosa', text: '<p>Do not. You will miss it by Sunday.</p>' },
        { by: 'jonas', text: '<p>She is right. I sold mine in 2019 and I still talk about it.</p>' },
      ],
      deleted: true,
    },
  ],
  'small-games': [
    {
      by: 'ravi',
      category: 'general',
      hoursAgo: 60,
      title: 'Playtest night moves to Thursday',
      body: '<p>Same hour, same chaos. @thandi brings the timer, everyone else brings something that is not finished.</p>',
      announces: true,
    },
    {
      by: 'thandi',
      category: 'playtest',
      hoursAgo: 40,
      title: 'Which evening can you play?',
      body: '<p>Pick all that work. I will take the two with the most hands.</p>',
      poll: {
        question: 'Which evenings work for you?',
        options: ['Tuesday', 'Wednesday', 'Thursday', 'Sunday afternoon'],
        multiple: true,
        openDays: 2,
      },
    },
  ],
  'analog-photography': [
    {
      by: 'maya',
      category: 'general',
      hoursAgo: 52,
      title: 'One roll in December: the rules',
      body: '<p>One camera, one roll, thirty-six frames, the whole month. Ask @tomas if your camera eats film, and @greta if you are afraid of the dark.</p>',
      announces: true,
    },
    {
      by: 'greta',
      category: 'lab',
      hoursAgo: 33,
      title: 'What is in your tank?',
      body: '<p>For the developer order. No wrong answers, only stained ones.</p>',
      poll: {
        question: 'Which developer shall we order together?',
        options: ['Rodinal', 'D-76', 'HC-110', 'Something with coffee in it'],
        multiple: false,
      },
    },
    {
      by: 'tomas',
      category: 'gear',
      hoursAgo: 96,
      title: 'Light seals: foam or felt?',
      body: '<p>Counted and closed. Thank you all, I have ordered enough for three winters.</p>',
      poll: {
        question: 'Foam or felt?',
        options: ['Foam', 'Felt', 'Black wool and stubbornness'],
        multiple: false,
        closed: true,
      },
    },
  ],
};
