import { describe, expect, it } from 'vitest';
import {
  maxAboutText,
  maxCommentText,
  maxEventDescription,
  maxPostBody,
  maxStoredHtml,
} from '#contract/values/limits.ts';
import { maxHtmlDepth } from './html-depth.ts';
import { requireRichText } from './require-rich-text.ts';

const link = '<a href="https://x.example/"></a>';
const storedLink = requireRichText(link, 'draft').html;

describe('The limits of rich text', () => {
  it.each([
    ['post', maxStoredHtml.post, 'post_too_long'],
    ['draft', maxStoredHtml.post, 'post_too_long'],
    ['comment', maxStoredHtml.comment, 'comment_too_long'],
    ['event', maxStoredHtml.event, 'event_description_too_long'],
    ['about', maxStoredHtml.about, 'invalid_input'],
  ] as const)('count the sanitized HTML of a %s', (kind, most, code) => {
    const matching = Math.floor(most / storedLink.length);
    expect(link.repeat(matching + 1).length).toBeLessThan(most);
    expect(requireRichText(link.repeat(matching), kind).html.length).toBeLessThanOrEqual(most);
    expect(() => requireRichText(link.repeat(matching + 1), kind)).toThrow(
      expect.objectContaining({ code, message: 'This text has too many links or too much formatting.' }),
    );
    // Removed HTML doesn't count.
    expect(requireRichText(`<script>${'x'.repeat(most)}</script>`, kind).html).toBe('');
  });

  it.each([
    ['post', 'post_too_long'],
    ['draft', 'post_too_long'],
    ['comment', 'comment_too_long'],
    ['event', 'event_description_too_long'],
    ['about', 'invalid_input'],
  ] as const)('reject deep nesting in a %s before the HTML is sanitized', (kind, code) => {
    const nested = (depth: number) => `${'<em>'.repeat(depth)}a${'</em>'.repeat(depth)}`;
    expect(requireRichText(nested(maxHtmlDepth), kind).text).toBe('a');
    for (const html of [nested(maxHtmlDepth + 1), '<i>'.repeat(66_666), '<p><span>'.repeat(20_000)]) {
      expect(() => requireRichText(html, kind)).toThrow(
        expect.objectContaining({ code, message: 'This text has too many links or too much formatting.' }),
      );
    }
    // Elements beside one another don't count.
    expect(requireRichText('<p>a'.repeat(400) + '<br>'.repeat(400), kind).text).toContain('a a');
  });

  it.each([
    ['post', maxPostBody],
    ['comment', maxCommentText],
    ['event', maxEventDescription],
    ['about', maxAboutText],
  ] as const)('count the visible characters of a %s', (kind, most) => {
    const text = '<p>😀</p>'.replace('😀', '😀'.repeat(most / 2) + 'a'.repeat(most / 2));
    expect(requireRichText(text, kind).text.length).toBe(most * 1.5);
    expect(() => requireRichText(text.replace('</p>', 'b</p>'), kind)).toThrow();
  });

  it('do not apply to the visible characters of a draft', () => {
    expect(requireRichText('x'.repeat(maxPostBody + 1), 'draft').text.length).toBe(maxPostBody + 1);
  });

  it('exclude images from the description of an event', () => {
    const image = '<img src="/files/01890000-0000-7000-8000-000000000000/1.webp" />';
    expect(requireRichText(image, 'event').html).toBe('');
    expect(requireRichText(image, 'post').html).toBe(image);
  });
});
