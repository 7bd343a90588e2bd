import type { AccessSettings } from '#contract/features/access/access.ts';
import type { RepeatRule } from '#contract/values/events/event-times.ts';

/** An event of the demo. Days are relative to the day on which the demo is filled. */
export interface DemoEvent {
  space: string;
  by: string;
  title: string;
  /** HTML. */
  description: string;
  /** A kind of picture for its cover, if any. */
  image: string | null;
  /** So many days from today, or the first such weekday (1 is Monday) from so many days on. */
  day: { from: number; weekday?: number };
  /** `18:00`; null for whole days. */
  time: string | null;
  /** Minutes, or whole days. */
  lasts: number;
  time_zone: string;
  place: { type: 'link'; url: string } | { type: 'in_person'; address: string } | { type: 'none' };
  hosts: string[];
  capacity: number | null;
  repeat: RepeatRule | null;
  /** The share of members who say Going, and Maybe. */
  going: number;
  maybe: number;
  /** Who can open it and its series; everyone by default. */
  access?: AccessSettings;
  /** What happened to the coming ones of a series: the how manieth from now on. */
  moved?: { nth: number; days: number; time: string };
  cancelled?: number;
}

const weekly = (
  weekday: 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU',
  count: number,
  interval = 1,
): RepeatRule => ({ frequency: 'weekly', interval, weekdays: [weekday], ends: { type: 'count', count } });
const online = (room: string) => ({ type: 'link' as const, url: `https://meet.example.com/${room}` });
const at = (address: string) => ({ type: 'in_person' as const, address });

export const demoEvents: DemoEvent[] = [
  {
    space: 'analog-photography',
    by: 'maya',
    title: 'Sunday walk',
    description:
      '<p>At seven, rain or not. Any camera, one roll. We end where there is soup.</p><ul><li><p>Meet under the clock.</p></li><li><p>Nobody waits longer than ten minutes, we have light to catch.</p></li></ul>',
    image: 'street-8',
    day: { from: -42, weekday: 7 },
    time: '07:00',
    lasts: 180,
    time_zone: 'Europe/Stockholm',
    place: at('Under the clock, Central Station, Stockholm'),
    hosts: ['maya'],
    capacity: null,
    repeat: weekly('SU', 30),
    going: 0.28,
    maybe: 0.14,
    cancelled: 2,
  },
  {
    space: 'analog-photography',
    by: 'greta',
    title: 'Open darkroom',
    description:
      '<p>Five enlargers, one working timer. Bring paper and a negative you are afraid of.</p><p>If the list is full, put yourself down anyway: somebody always has a cold.</p>',
    image: 'window-8',
    day: { from: 4, weekday: 4 },
    time: '19:00',
    lasts: 180,
    time_zone: 'Europe/Berlin',
    place: at('Hinterhof 2, Sonnenallee 14, Berlin'),
    hosts: ['greta', 'kenji'],
    capacity: 5,
    repeat: null,
    going: 0.4,
    maybe: 0.1,
  },
  {
    space: 'analog-photography',
    by: 'tomas',
    title: 'Two prints each: critique night',
    description: '<p>Two prints, two minutes each, then we talk. Kind and exact, in that order.</p>',
    image: null,
    day: { from: -20, weekday: 3 },
    time: '20:00',
    lasts: 90,
    time_zone: 'Europe/Madrid',
    place: online('critique-night'),
    hosts: ['tomas', 'ines'],
    capacity: null,
    repeat: weekly('WE', 12, 2),
    going: 0.24,
    maybe: 0.2,
    moved: { nth: 1, days: 1, time: '19:00' },
    access: {
      match: 'any',
      rules: [
        { kind: 'level', level: 2 },
        { kind: 'days', days: 60 },
      ],
    },
  },
  {
    space: 'analog-photography',
    by: 'maya',
    title: 'Night exposures at the harbour',
    description:
      '<p>Tripods, thermos, gloves. We start when it is dark and stop when nobody feels their fingers.</p>',
    image: 'sea-6',
    day: { from: 10, weekday: 6 },
    time: '22:30',
    lasts: 210,
    time_zone: 'Europe/Stockholm',
    place: at('Ferry pier, Slussen, Stockholm'),
    hosts: ['maya', 'lars'],
    capacity: 12,
    repeat: null,
    going: 0.22,
    maybe: 0.2,
  },
  {
    space: 'analog-photography',
    by: 'greta',
    title: 'Paper swap week',
    description: '<p>Post what you do not print on, get what you do. Addresses by message, please.</p>',
    image: null,
    day: { from: 2, weekday: 1 },
    time: null,
    lasts: 5,
    time_zone: 'Europe/Berlin',
    place: { type: 'none' },
    hosts: [],
    capacity: null,
    repeat: null,
    going: 0.15,
    maybe: 0.1,
  },
  {
    space: 'slow-bread',
    by: 'mikkel',
    title: 'First Sunday: we all bake one dough',
    description:
      '<p>Each in their own kitchen, cameras on if you like. The recipe is in the feed the Thursday before.</p>',
    image: 'loaf-8',
    day: { from: -70 },
    time: '10:00',
    lasts: 180,
    time_zone: 'Europe/Copenhagen',
    place: online('first-sunday'),
    hosts: ['mikkel', 'rosa'],
    capacity: null,
    repeat: {
      frequency: 'monthly',
      interval: 1,
      on: { type: 'weekday', nth: 1, weekday: 'SU' },
      ends: { type: 'count', count: 12 },
    },
    going: 0.4,
    maybe: 0.2,
  },
  {
    space: 'slow-bread',
    by: 'rosa',
    title: 'Rye clinic',
    description: '<p>Bring a slice and say what hurts. Rosa listens, cuts, and says what she would do.</p>',
    image: 'crumb-4',
    day: { from: -25, weekday: 2 },
    time: '19:00',
    lasts: 45,
    time_zone: 'Europe/Madrid',
    place: online('rye-clinic'),
    hosts: ['rosa'],
    capacity: null,
    repeat: weekly('TU', 14),
    going: 0.16,
    maybe: 0.14,
    moved: { nth: 1, days: 2, time: '20:00' },
    cancelled: 2,
  },
  {
    space: 'slow-bread',
    by: 'mikkel',
    title: 'Four in the morning: a visit to the bakery',
    description:
      '<p>See a night shift from flour to door. Closed shoes, no rings, appetite.</p><p>There is room for six beside the oven.</p>',
    image: 'oven-6',
    day: { from: 8, weekday: 6 },
    time: '04:00',
    lasts: 180,
    time_zone: 'Europe/Copenhagen',
    place: at('Slow Bread, Møllegade 3, Copenhagen'),
    hosts: ['mikkel'],
    capacity: 6,
    repeat: null,
    going: 0.45,
    maybe: 0.05,
  },
  {
    space: 'slow-bread',
    by: 'claire',
    title: 'Flour tasting',
    description:
      '<p>Five wheats as five plain crackers. Postponed until the mill delivers; a new date follows.</p>',
    image: null,
    day: { from: 6, weekday: 5 },
    time: '18:30',
    lasts: 90,
    time_zone: 'Europe/Paris',
    place: at('12 rue des Moulins, Lyon'),
    hosts: ['claire'],
    capacity: 20,
    repeat: null,
    going: 0.2,
    maybe: 0.1,
    cancelled: 1,
  },
  {
    space: 'small-games',
    by: 'ravi',
    title: 'Playtest Friday',
    description:
      '<p>Three builds, twenty minutes each. Players say what they did, makers say nothing until the end.</p>',
    image: 'platformer-6',
    day: { from: -30, weekday: 5 },
    time: '18:00',
    lasts: 75,
    time_zone: 'Africa/Lagos',
    place: online('playtest-friday'),
    hosts: ['ravi', 'kofi'],
    capacity: 10,
    repeat: weekly('FR', 20),
    going: 0.42,
    maybe: 0.15,
    cancelled: 2,
  },
  {
    space: 'small-games',
    by: 'thandi',
    title: 'Forty-eight hours: one button, one room',
    description: '<p>A jam for people who sleep. The theme comes on the first morning.</p>',
    image: 'cards-3',
    day: { from: 12, weekday: 6 },
    time: null,
    lasts: 2,
    time_zone: 'Africa/Johannesburg',
    place: { type: 'none' },
    hosts: ['thandi', 'zoe'],
    capacity: null,
    repeat: null,
    going: 0.4,
    maybe: 0.2,
  },
  {
    space: 'small-games',
    by: 'ravi',
    title: 'Postmortem: what shipping small cost us',
    description: '<p>Elena and Hiro on a game of forty minutes that took three years. Questions welcome.</p>',
    image: null,
    day: { from: 5, weekday: 2 },
    time: '12:00',
    lasts: 60,
    time_zone: 'America/New_York',
    place: online('postmortem'),
    hosts: ['elena', 'hiro'],
    capacity: null,
    repeat: null,
    going: 0.35,
    maybe: 0.25,
    moved: { nth: 1, days: 0, time: '13:00' },
  },
];
