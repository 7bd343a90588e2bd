import { msg } from '../i18n/translate.ts';

/** The topics of spaces on Discover, in display order. */
export const spaceTopics = {
  arts: msg('Art & photography'),
  music: msg('Music'),
  books: msg('Books & writing'),
  business: msg('Business & money'),
  tech: msg('Tech'),
  learning: msg('Learning & languages'),
  health: msg('Health & fitness'),
  food: msg('Food & cooking'),
  games: msg('Games'),
  crafts: msg('Crafts & making'),
  outdoors: msg('Sports & outdoors'),
  travel: msg('Travel'),
  home: msg('Home & garden'),
  family: msg('Family & relationships'),
} as const;
export type SpaceTopic = keyof typeof spaceTopics;
