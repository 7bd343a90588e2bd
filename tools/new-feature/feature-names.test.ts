import { expect, it } from 'vitest';
import { parseNames, rename } from './feature-names.ts';

it.each([
  ['recipes', 'recipe'],
  ['reading-lists', 'reading-list'],
  ['galleries', 'gallery'],
  ['dishes', 'dish'],
  ['classes', 'class'],
  ['courses', 'course'],
])('The singular of %s is %s', (plural, singular) => {
  expect(parseNames([plural])).toEqual({ plural, singular });
});

it.each([['people'], ['sheep'], ['glass'], ['status'], ['analysis']])(
  'The singular of %s is asked for',
  (plural) => {
    expect(() => parseNames([plural])).toThrow('singular');
    expect(parseNames([plural, 'one'])).toEqual({ plural, singular: 'one' });
  },
);

it.each([
  [''],
  ['Recipes'],
  ['reading_lists'],
  ['-recipes'],
  ['2recipes'],
  ['../recipes'],
  ['reading--lists'],
])('The name "%s" is refused', (plural) => {
  expect(() => parseNames([plural, 'one'])).toThrow('lowercase words with hyphens');
});

it('A singular with another case is refused', () => {
  expect(() => parseNames(['recipes', 'Recipe'])).toThrow('singular');
});

it('Every form of the names in the template is replaced', () => {
  const forms = 'example-items example_item exampleItems ExampleItem "Example items" example item';
  expect(rename(forms, { plural: 'people', singular: 'person' })).toBe(
    'people person people Person "People" person',
  );
  expect(rename(forms, { plural: 'reading-lists', singular: 'reading-list' })).toBe(
    'reading-lists reading_list readingLists ReadingList "Reading lists" reading list',
  );
});
