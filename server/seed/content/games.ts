import type { Community } from './community.ts';
import { gamesThreadsOne } from './games-threads-1.ts';
import { gamesThreadsTwo } from './games-threads-2.ts';

export const games: Community = {
  name: 'Small Games Workshop',
  subdomain: 'small-games',
  primary_color: '#4F46E5',
  topic: 'games',
  is_private: true,
  description: 'A closed room for unfinished games and the people who make them.',
  short_description:
    'Prototypes, playtests, numbers nobody shows, and a jam each season. Private, so that unfinished things may stay unfinished.',
  about: `<h2>A room with the door closed</h2><p>Small games get shown too late, because showing is frightening. In here everything is unfinished, so nothing is embarrassing.</p><h2>How it works</h2><ul><li><p>Show early. Say <strong>one thing</strong> you are unsure of.</p></li><li><p>Play what others show, and answer that one thing first.</p></li><li><p>Nothing leaves the room: no screenshots, no names, no builds.</p></li></ul><p>To join, write two lines about what you make. Finished or not is no criterion. Most of us are not.</p>`,
  support_email: null,
  rules: [
    'Nothing leaves the room.',
    'Answer what was asked before you say what you would have made.',
    'Put the version number on the title screen.',
    'Numbers are welcome, bragging is boring.',
    'When somebody finishes something, stop and clap.',
  ],
  categories: [
    { key: 'general', icon: '💬', name: 'General Discussion' },
    { key: 'playtest', icon: '🎮', name: 'Playtests' },
    { key: 'design', icon: '🧭', name: 'Design' },
    { key: 'art', icon: '🎨', name: 'Art and animation' },
    { key: 'sound', icon: '🎧', name: 'Sound' },
    { key: 'writing', icon: '🖋️', name: 'Writing' },
    { key: 'puzzles', icon: '🧩', name: 'Puzzles' },
    { key: 'tech', icon: '🛠️', name: 'Tech' },
    { key: 'business', icon: '🪙', name: 'Rent' },
  ],
  owner: 'ravi',
  admins: ['thandi'],
  members:
    'zoe kofi elena hiro maryam axel bruno lin oskar farah jules amara stefan keiko diego ruth malik saoirse pavel nadia chloe ingrid ana tomas'.split(
      ' ',
    ),
  waiting: [
    {
      person: 'wei',
      message: 'I photograph mountains and make a walking game about one of them. It has fog and no goal.',
    },
    { person: 'mei', message: 'My daughter and I draw a bakery game on paper. She is nine and in charge.' },
  ],
  pinned: ['House rules of the workshop, and mine'],
  threads: [gamesThreadsOne, gamesThreadsTwo],
  has_intro: false,
};
