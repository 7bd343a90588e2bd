import { expect, it } from 'vitest';
import { readPostSlug } from './post-slug.ts';

const here = { host: 'hearth.example', subdomain: 'bakers' };

it.each([
  ['https://hearth.example/bakers/post/first-loaf', 'first-loaf'],
  ['hearth.example/bakers/post/first-loaf?comment=1#top', 'first-loaf'],
  ['/bakers/space/first-loaf', 'first-loaf'],
  [' https://hearth.example/bakers/post/h%C3%A9 ', 'hé'],
  ['https://hearth.example/bakers/post/100%', '100%'],
  ['https://hearth.example/others/post/first-loaf', null],
  ['https://evil.example/bakers/post/first-loaf', null],
  ['https://hearth.example/bakers/members', null],
  ['https://hearth.example/bakers/post/', null],
  ['javascript:alert(1)', null],
  ['first loaf', null],
  ['', null],
])('The address %j is of the post %j', (typed, slug) => {
  expect(readPostSlug(typed, here)).toBe(slug);
});
