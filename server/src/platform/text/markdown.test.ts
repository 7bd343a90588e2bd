import { expect, it } from 'vitest';
import { findLink, findMentions, toPlainExcerpt, withMentionedNames } from './markdown.ts';

it('A link ends before the punctuation of its sentence, and before a bracket that it did not open', () => {
  expect(findLink('See https://example.com/a_(b).')).toBe('https://example.com/a_(b)');
  expect(findLink('(https://example.com/a), then')).toBe('https://example.com/a');
  expect(findLink('**https://example.com/a**!')).toBe('https://example.com/a');
  expect(findLink('none')).toBeNull();
});

it('The first link counts, if it is an address of at most 2,000 characters', () => {
  expect(findLink('HTTP://one.example then https://two.example')).toBe('HTTP://one.example');
  expect(findLink('<https://example.com/a>')).toBe('https://example.com/a');
  expect(findLink('ftp://example.com https://')).toBeNull();
  const longest = `https://example.com/${'a'.repeat(1_980)}`;
  expect(findLink(longest)).toBe(longest);
  expect(findLink(`${longest}a`)).toBeNull();
});

it.each([
  ['**Bold**, *slanted*, _too_ and ~~gone~~', 'Bold, slanted, too and gone'],
  ['snake_case and 2*3*4', 'snake_case and 2*3*4'],
  ['`code` and\n```js\nlet a;\n```', 'code and let a;'],
  ['> quoted\n  > twice\nmine', 'quoted twice mine'],
  ['[a link](https://example.com) and ![an image](x.png)', 'a link and an image'],
  ['[not a link] (really)', '[not a link] (really)'],
  ['  one \n\n two  ', 'one two'],
  ['(*both*) (_sides_).', '(both) (sides).'],
  ['', ''],
])('%j is listed as %j', (markdown, excerpt) => {
  expect(toPlainExcerpt(markdown)).toBe(excerpt);
});

it('A long message is cut after 199 whole characters', () => {
  expect(toPlainExcerpt('😀'.repeat(200))).toBe('😀'.repeat(200));
  expect(toPlainExcerpt('😀'.repeat(201))).toBe(`${'😀'.repeat(199)}…`);
});

it('Mentions are usernames after @, not in code, addresses or words, each once', () => {
  expect(findMentions('@Maya and @bea-triz, ask @maya. Mail a@maya.org or @@x.')).toEqual([
    'maya',
    'bea-triz',
  ]);
  expect(findMentions('@mikkel-sørensen, @Анна. and @田中!')).toEqual(['mikkel-sørensen', 'анна', '田中']);
  expect(findMentions('`@code` and ```\n@block\n``` and https://example.com/@link')).toEqual([]);
  expect(findMentions(Array.from({ length: 60 }, (_, number) => `@n${number}`).join(' '))).toHaveLength(50);
});

it('Usernames of known people become their names', () => {
  const people = [{ username: 'maya', full_name: 'Maya Chen' }];
  expect(withMentionedNames('Hi @MAYA and @other', people)).toBe('Hi @Maya Chen and @other');
});
