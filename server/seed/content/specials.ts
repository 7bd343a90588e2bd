import type { PollInput } from '#contract/polls.ts';

/** A post that is more than a conversation: it asks, announces, or was written twice. People are named as `@key`. */
export interface Special {
  by: string;
  category: string;
  hoursAgo: number;
  title: string;
  body: string;
  announces?: boolean;
  poll?: Omit<PollInput, 'closes_at'> & { openDays?: number; closed?: boolean };
  /** What its author made of it an hour later. */
  edited?: { title: string; body: string };
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
      edited: {
        title: 'The glass trick works (with numbers)',
        body: '<p>Marked a straight jar, waited, and it grew by half in six hours at 19 degrees, not five. Thank you @rosa: the glass does not lie.</p>',
      },
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
