import { breadThreadsOne } from './bread-threads-1.ts';
import { breadThreadsTwo } from './bread-threads-2.ts';
import type { Community } from './community.ts';

export const bread: Community = {
  name: 'Slow Bread Circle',
  subdomain: 'slow-bread',
  primary_color: '#B7791F',
  topic: 'food',
  is_private: false,
  description: 'Sourdough, rye, flatbread and everything that takes its time.',
  short_description:
    'Bakers by trade and by accident. Real recipes, honest failures, starters with names, and one dough a month that we all bake.',
  about: `<h2>Who we are</h2><p>It began with a bakery that is lonely at four in the morning. Now there are grandmothers with no recipes, engineers with too many, and people whose first loaf held a door open.</p><h2>What we do</h2><ul><li><p>Answer the question you actually asked.</p></li><li><p>Bake one dough together on the first Sunday of the month, each in their own kitchen.</p></li><li><p>Post starters to strangers, dried, in an envelope.</p></li></ul><p>There is no best bread here. There is yours, and it can be a bit better on Thursday.</p>`,
  support_email: 'mikkel@slow-bread.example',
  rules: [
    'Grams, degrees and what it felt like. All three help.',
    'Failures are posts too. They are the best ones.',
    'Name your source: a book, a neighbour, a grandmother.',
    'No flour snobs. All flour is somebody’s field.',
    'Cut rye after a day. We will know.',
  ],
  categories: [
    { key: 'general', icon: '💬', name: 'General Discussion' },
    { key: 'recipes', icon: '📜', name: 'Recipes' },
    { key: 'technique', icon: '🙌', name: 'Technique' },
    { key: 'help', icon: '🆘', name: 'Help, it’s flat' },
    { key: 'flour', icon: '🌾', name: 'Flour and grain' },
  ],
  owner: 'mikkel',
  admins: ['rosa', 'claire'],
  members:
    'yusuf hanneke tunde giorgos mei fatima jonas ana dele ingrid luca sunita emre nell paolo abena viktor noor beatriz omar sofia maya arjun lin amara nadia malik patrick'.split(
      ' ',
    ),
  waiting: [],
  level_names: [
    'Flour',
    'Starter',
    'Levain',
    'First loaf',
    'Open crumb',
    'Night baker',
    'Miller',
    'Master of the oven',
    'Grandmother',
  ],
  pinned: ['Four in the morning, come in'],
  threads: [breadThreadsOne, breadThreadsTwo],
  has_intro: false,
};
