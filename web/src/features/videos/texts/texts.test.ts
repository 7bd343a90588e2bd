import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage, readCaptionLanguage, storeCaptionLanguage } from './caption-language.ts';
import { formatChapters, parseChapters } from './chapters-text.ts';
import { currentIndex } from './current-item.ts';
import { findLines } from './transcript.tsx';

afterEach(() => localStorage.clear());

describe('The text of chapters', () => {
  it.each([
    ['0:00 Flour\n\n 1:05:09 - Water ', '0:00 Flour\n1:05:09 Water'],
    ['', ''],
    ['90:00 Rest', '1:30:00 Rest'],
  ])('is read line by line: %j', (text, written) => {
    const chapters = parseChapters(text);
    expect(typeof chapters === 'string' ? chapters : formatChapters(chapters)).toBe(written);
  });

  it.each([
    ['Flour', 'Line 1: write a time and a title, such as 1:30 Fold the dough.'],
    ['0:00 Flour\n1:30', 'Line 2: write a time and a title, such as 1:30 Fold the dough.'],
    ['0:75 Flour', "Line 1: this time doesn't exist in a video."],
    ['99:00:00 Flour', "Line 1: this time doesn't exist in a video."],
    ['0:10 Flour\n0:10 Water', 'Line 2: the time must be after that of the line before.'],
    [`0:10 ${'x'.repeat(101)}`, 'Line 1: the title is longer than 100 characters.'],
    [
      Array.from({ length: 101 }, (_, index) => `${index}:00 Part`).join('\n'),
      'There can be at most 100 chapters.',
    ],
  ])('names the line that is wrong: %.30j', (text, problem) => {
    expect(parseChapters(text)).toBe(problem);
  });
});

describe('The language of captions', () => {
  it.each([
    [['de', 'en'], 'en', 'fr', 'en'],
    [['de', 'en'], null, 'de', 'de'],
    [['de', 'en-GB'], 'en-US', 'fr', 'en-GB'],
    [['de', 'it'], 'en', 'fr', 'de'],
    [[], 'en', 'en', undefined],
  ])('of %j, who prefers %s and reads %s gets %s', (languages, preferred, locale, expected) => {
    expect(chooseLanguage(languages, preferred, locale)).toBe(expected);
  });

  it('is remembered, also that they were turned off', () => {
    expect(readCaptionLanguage()).toBeNull();
    storeCaptionLanguage('de');
    expect(readCaptionLanguage()).toBe('de');
    storeCaptionLanguage(null);
    expect(readCaptionLanguage()).toBeNull();
  });
});

it.each([
  [0, -1],
  [1, 0],
  [1.9, 0],
  [5, 2],
  [99, 2],
])('The line at %f seconds is number %i', (position, index) => {
  expect(currentIndex([{ start: 1 }, { start: 2 }, { start: 5 }], position)).toBe(index);
  expect(currentIndex([], position)).toBe(-1);
});

describe('A search of the transcript', () => {
  const captions = ['Mix flour', 'Flour, more FLOUR', 'Wait', 'İ flour'].map((text, index) => ({
    start: index,
    end: index + 1,
    text,
  }));
  const find = (searched: string) =>
    findLines(captions, searched).map(({ index, parts }) => [index, ...parts]);

  it('finds lines in any case and divides them at what was searched', () => {
    expect(find('flour')).toEqual([
      [0, 'Mix ', 'flour', ''],
      [1, '', 'Flour', ', more ', 'FLOUR', ''],
      [3, 'İ flour'],
    ]);
    expect(find('rye')).toEqual([]);
  });

  it('without a text shows all lines', () => {
    expect(find('')).toHaveLength(4);
  });
});
