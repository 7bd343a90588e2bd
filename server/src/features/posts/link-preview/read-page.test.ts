import { Parser } from 'htmlparser2';
import { describe, expect, it, vi } from 'vitest';
import { maxHtmlDepth } from '#server/platform/text/html-depth.ts';
import { decodePage, readPage } from './read-page.ts';

const at = 'https://page.example/news/today';
const page = (head: string, body = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

describe('Page metadata', () => {
  it('is taken from Open Graph tags first', () => {
    const html = page(`<title>Plain</title>
      <meta property="og:title" content="Caf&eacute; &amp; bread">
      <meta property="og:description" content="  Two
        lines ">
      <meta property="og:site_name" content="The Page">
      <meta property="og:image" content="/pictures/1.jpg">`);
    expect(readPage(html, at)).toEqual({
      title: 'Café & bread',
      description: 'Two lines',
      site_name: 'The Page',
      image_url: 'https://page.example/pictures/1.jpg',
    });
  });

  it('falls back to the title and the description', () => {
    const html = page('<title> A <b>title</b> &lt;3 </title><meta name="description" content="Words">');
    expect(readPage(html, at)).toMatchObject({ description: 'Words', site_name: null, image_url: null });
    expect(readPage(html, at)?.title).toContain('A');
  });

  it('is null without a title and ignores the body', () => {
    expect(readPage(page('', '<title>No</title><meta property="og:title" content="No">'), at)).toBeNull();
    expect(readPage('', at)).toBeNull();
    expect(readPage(page('<title> \u200b\u202e </title>'), at)?.title ?? '').not.toContain('\u202e');
  });

  it('is truncated to what a preview card shows', () => {
    const long = 'word '.repeat(200);
    const read = readPage(page(`<title>${long}</title><meta name="description" content="${long}">`), at);
    expect([...(read?.title ?? '')].length).toBeLessThanOrEqual(200);
    expect([...(read?.description ?? '')].length).toBeLessThanOrEqual(300);
  });

  it('costs nothing after the head or below the deepest level', () => {
    const tags = vi.spyOn(Parser.prototype, 'onopentagname');
    const countTags = (html: string) => {
      tags.mockClear();
      expect(readPage(html, at)?.title).toBe('News');
      return tags.mock.calls.length;
    };
    const title = '<title>News</title>';
    const nested = '<i>'.repeat(2000);
    expect(countTags(`<html><head>${title}</head>${nested}`)).toBeLessThan(10);
    expect(countTags(`${title}<body>${nested}`)).toBeLessThan(10);
    expect(countTags(title + nested)).toBeLessThan(maxHtmlDepth + 10);
    expect(countTags(`${title}${'<i></i>'.repeat(300)}<b>`)).toBe(302);
    tags.mockRestore();
  });

  it('is decoded with the character set of the page', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>Gr\xfc\xdfe</title>', 'latin1');
    expect(decodePage(latin, 'text/html')).toContain('Grüße');
    expect(decodePage(Buffer.from('Grüße'), 'text/html; charset=utf-8')).toBe('Grüße');
    expect(decodePage(Buffer.from('Grüße'), 'text/html; charset=klingon')).toBe('Grüße');
  });
});
