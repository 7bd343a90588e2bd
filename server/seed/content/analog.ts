import { analogThreadsOne } from './analog-threads-1.ts';
import { analogThreadsTwo } from './analog-threads-2.ts';
import type { Community } from './community.ts';

export const analog: Community = {
  name: 'Analog Photography',
  subdomain: 'analog-photography',
  primary_color: '#C8442E',
  topic: 'arts',
  is_private: false,
  description: 'Film, paper, patience. Show prints, ask anything, meet on Sundays.',
  short_description:
    'People who still wind the film on. Prints and failures, repairs and recipes, and a walk with soup on Sundays.',
  about: `<h2>What this is</h2><p>We began as a Thursday darkroom with five enlargers and one working timer. Then people moved away and wanted to keep talking, and people from elsewhere wanted to listen.</p><p>Here you find prints that took three evenings, cameras that should not work any more, questions with good answers, and now and then an argument about stop bath.</p><h2>How to begin</h2><ul><li><p>Say hello in General Discussion: what do you shoot, and why so slowly?</p></li><li><p>Show one picture. One is better than ten.</p></li><li><p>Ask. Everybody here has fogged a whole roll, most of us more than once.</p></li></ul><p>Sunday walks are at seven, rain or not. The soup afterwards is the important part.</p>`,
  support_email: 'darkroom@analog-photography.example',
  rules: [
    'One picture with a story beats ten without.',
    'Criticise the print, never the person, and only when asked.',
    'No prices for other people’s mistakes: selling goes by private message.',
    'Ask people before you show their faces. Children: ask twice.',
    'Digital is not the enemy. Dust is.',
  ],
  categories: [
    { key: 'general', icon: '💬', name: 'General Discussion' },
    { key: 'show', icon: '📷', name: 'Show your work' },
    { key: 'learn', icon: '🎓', name: 'Questions' },
    { key: 'gear', icon: '🔧', name: 'Cameras and repair' },
    {
      key: 'lab',
      icon: '🧪',
      name: 'Darkroom',
      access: {
        match: 'any',
        rules: [
          { kind: 'level', level: 2 },
          { kind: 'days', days: 30 },
        ],
      },
    },
    { key: 'trips', icon: '🚶', name: 'Walks and meetups' },
  ],
  owner: 'maya',
  admins: ['greta', 'tomas'],
  members:
    'ines kenji aisha lars priya dmitri chloe samuel hana beatriz omar wei noor patrick leilani arjun sofia jonas emre zoe nell keiko saoirse nadia pavel malik mikkel thandi'.split(
      ' ',
    ),
  waiting: [],
  pinned: ['Photo walk: harbour, Sunday 7 am', 'Welcome, and one question for everyone'],
  threads: [analogThreadsOne, analogThreadsTwo],
  has_intro: true,
};
