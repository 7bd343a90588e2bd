import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copiedTitle, deriveTitle, readPageText, toShownBody, toTitleCase } from './page-text.ts';

describe('The title of a page', () => {
  it.each([
    ['  the art  of war and ', 'The Art of War And'],
    ['a day with the iPhone in the USA', 'A Day With the iPhone in the USA'.replace('With', 'with')],
    ['of mice AND men', 'Of Mice AND Men'],
    ['über farben und licht', 'Über Farben Und Licht'],
    ['“quoted” words', '“Quoted” Words'],
    ['3 steps to go', '3 Steps to Go'],
    ['what to look for', 'What to Look For'],
    ['写真', '写真'],
  ])('is put in title case: %j', (title, expected) => {
    expect(toTitleCase(title)).toBe(expected);
  });

  it('stays the same when it is saved again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        expect(toTitleCase(toTitleCase(title))).toBe(toTitleCase(title));
      }),
      { seed: 16 },
    );
  });

  it.each([
    ['its first heading', '<p>Before</p><h2></h2><h3>The <em>heading</em></h3><h2>Next</h2>', 'The heading'],
    ['100 characters of a heading', `<h2>${'x'.repeat(120)}</h2>`, 'x'.repeat(100)],
    ['its first paragraph', '<p> </p><p>A short one</p><p>Another</p>', 'A short one'],
    ['a paragraph of 100 characters', `<p>${'x'.repeat(100)}</p>`, 'x'.repeat(100)],
    ['no paragraph of 101 characters', `<p>${'x'.repeat(101)}</p><p>Short</p>`, 'Untitled Page'],
    ['nothing', '', 'Untitled Page'],
  ])('is derived from %s', (_, html, expected) => {
    expect(deriveTitle(html)).toBe(expected);
  });

  it('of a copy says so, within the limit', () => {
    expect(copiedTitle('Light')).toBe('Light (Copy)');
    expect(copiedTitle('x'.repeat(100))).toBe(`${'x'.repeat(93)} (Copy)`);
  });
});

describe('The content of a page', () => {
  it.each([
    ['<p> </p><p><br></p>', ''],
    ['', ''],
    ['Just text', '<p>Just text</p>'],
    ['<strong>Bold</strong> text', '<p><strong>Bold</strong> text</p>'],
    ['<p>Text<script>alert(1)</script></p>', '<p>Text</p>'],
    ['<p>Above</p><hr>', '<p>Above</p><hr />'],
    ['<p><a href="javascript:alert(1)">Link</a></p>', '<p><a>Link</a></p>'],
  ])('is normalized: %j', (content, expected) => {
    expect(readPageText({ title: 'Any', content }).content).toBe(expected);
  });

  it('is accepted again as it was stored', () => {
    const { content } = readPageText({ title: 'Any', content: 'Text & <em>more</em>' });
    expect(readPageText({ title: 'Any', content }).content).toBe(content);
  });

  it('has a title, a plain text and an estimated duration', () => {
    const words = 'word '.repeat(300).trim();
    expect(readPageText({ title: '', content: `<h2>the start</h2><p>${words}</p>` })).toMatchObject({
      title: 'The Start',
      text: `the start ${words}`,
      estimated_duration: 2,
    });
    expect(readPageText({ title: '', content: '' })).toMatchObject({ estimated_duration: 1, text: '' });
  });

  it('has a limit', () => {
    const content = (length: number) => `<p>${'x'.repeat(length)}</p>`;
    expect(readPageText({ title: 'Any', content: content(50_000) }).estimated_duration).toBe(50);
    expect(() => readPageText({ title: 'Any', content: content(50_001) })).toThrow(
      'The page is longer than 50,000 characters.',
    );
  });

  it.each([
    ['<h2>The art of war</h2><p>Text</p>', '<p>Text</p>'],
    ['<h2>The <em>Art</em> of War</h2>', ''],
    ['<h2>Another</h2><p>Text</p>', '<h2>Another</h2><p>Text</p>'],
    ['<p>Text</p><h2>The Art of War</h2>', '<p>Text</p><h2>The Art of War</h2>'],
  ])('is shown without a first heading that repeats the title: %j', (content, expected) => {
    expect(toShownBody('The Art of War', content)).toBe(expected);
  });
});

it.each(['ß '.repeat(50), 'ﬃ '.repeat(50), 'ŉ'])(
  'A title in title case is not longer than before: %s',
  (title) => {
    expect(toTitleCase(title).length).toBeLessThanOrEqual(title.length);
  },
);

it('A title that shows nothing is derived like a blank one', () => {
  expect(readPageText({ title: '\u200B', content: '<h2>Water</h2>' }).title).toBe('Water');
});
