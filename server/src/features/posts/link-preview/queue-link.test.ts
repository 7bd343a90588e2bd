import { expect, it } from 'vitest';
import { findLink } from './queue-link.queries.ts';

const link = (href: string) => `<p>Look: <a target="_blank" href="${href}">here</a></p>`;

it('The link to preview is the first web link of a post', () => {
  expect(findLink('<p>None</p>')).toBeNull();
  expect(findLink(link('mailto:ada@example.com') + link('/p/other-post'))).toBeNull();
  expect(findLink(link('/about') + link('https://one.example/') + link('https://two.example/'))).toBe(
    'https://one.example/',
  );
  expect(findLink(link('http://one.example/?a=1&amp;b=2&amp;c'))).toBe('http://one.example/?a=1&b=2&c');
});

it('A link that is too long for an index is not previewed', () => {
  const address = 'https://one.example/';
  expect(findLink(link(address + 'a'.repeat(2_000 - address.length)))).not.toBeNull();
  expect(findLink(link(address + 'a'.repeat(2_001 - address.length)))).toBeNull();
});
