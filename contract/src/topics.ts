/** The topics of spaces on Discover, in display order. */
export const spaceTopics = {
  arts: 'Art & photography',
  music: 'Music',
  books: 'Books & writing',
  business: 'Business & money',
  tech: 'Tech',
  learning: 'Learning & languages',
  health: 'Health & fitness',
  food: 'Food & cooking',
  games: 'Games',
  crafts: 'Crafts & making',
  outdoors: 'Sports & outdoors',
  travel: 'Travel',
  home: 'Home & garden',
  family: 'Family & relationships',
} as const;
export type SpaceTopic = keyof typeof spaceTopics;
