/** The metadata of pages that posts of the demo link to. The demo makes no requests. */
export const linkedPages: {
  url: string;
  title: string;
  description: string;
  site_name: string;
  /** Its image in `media/images`. */
  image: string;
}[] = [
  {
    url: 'https://en.wikipedia.org/wiki/Rolleicord',
    title: 'Rolleicord',
    description:
      'A family of twin-lens reflex cameras for medium format film, made in Germany from 1933 to 1976.',
    site_name: 'Wikipedia',
    image: 'camera-5',
  },
  {
    url: 'https://en.wikipedia.org/wiki/Banneton',
    title: 'Banneton',
    description:
      'A basket that gives a loaf its shape while it proofs, woven of cane or pressed of wood pulp.',
    site_name: 'Wikipedia',
    image: 'loaf-9',
  },
  {
    url: 'https://en.wikipedia.org/wiki/Game_jam',
    title: 'Game jam',
    description: 'People make games from scratch within a short time, alone or together, often on one theme.',
    site_name: 'Wikipedia',
    image: 'platformer-7',
  },
];
