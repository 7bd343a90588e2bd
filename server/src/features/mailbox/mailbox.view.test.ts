import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { listPage, mailboxPage } from './mailbox.view.ts';

const entry = {
  id: 'e1',
  recipient: 'Ann <ann@example.com>',
  subject: 'Hello & welcome',
  created_at: '2026-11-21T04:05:06.789Z',
};
const message = { ...entry, sender: 'hearth@example.com', html: '<p>Hi "Ann"</p>', text: 'Hi' };
const read = (html: string) => {
  const { document } = new JSDOM(html).window;
  const textOf = (selector: string) => document.querySelector(selector)?.textContent;
  const linksIn = (selector: string) =>
    [...document.querySelectorAll(`${selector} a`)].map((link) => [
      link.getAttribute('href'),
      link.textContent,
    ]);
  return { document, textOf, linksIn };
};

it('The list names each email, to whom and when it was sent, and leads to it', () => {
  const second = { ...entry, id: 'e2', subject: 'Second' };
  const { document, textOf, linksIn } = read(listPage([entry, second], 'Hearth', false));
  expect(document.title).toBe('Mailbox · Hearth');
  expect(textOf('ul')).toBe(
    ['Hello & welcome', 'Second']
      .map((subject) => `${subject}To Ann <ann@example.com> · 2026-11-21 04:05:06 UTC`)
      .join(''),
  );
  expect(linksIn('ul').map(([href]) => href)).toEqual(['/dev/mail/e1', '/dev/mail/e2']);
  expect(document.querySelector('time')?.getAttribute('datetime')).toBe(entry.created_at);
  expect(document.querySelector('.card')).toBeNull();
});

it('The list refreshes itself only when asked, and says how to change that', () => {
  const still = read(listPage([], 'Hearth', false));
  expect(still.linksIn('header')).toEqual([['/dev/mail?refresh=on', 'Refresh automatically']]);
  expect([...still.document.head.children].map(({ tagName }) => tagName)).toEqual([
    'META',
    'META',
    'TITLE',
    'STYLE',
  ]);
  expect(still.document.body.textContent.trim()).toMatch(/^Mailbox/);
  const refreshing = read(listPage([], 'Hearth', true));
  expect(refreshing.linksIn('header')).toEqual([['/dev/mail', 'Stop refreshing']]);
  expect(refreshing.document.querySelector('meta[http-equiv="refresh"]')?.getAttribute('content')).toBe('3');
  expect(refreshing.textOf('.card')).toContain('No emails yet');
});

it('An email shows its addresses, time and look', () => {
  const { document, textOf, linksIn } = read(mailboxPage(message, 'Hearth'));
  expect(document.title).toBe('Hello & welcome · Hearth');
  expect(textOf('h1')).toBe('Hello & welcome');
  expect(document.body.textContent.trim()).toMatch(/^Hello/);
  expect(linksIn('header')).toEqual([['/dev/mail', 'Back to mailbox']]);
  expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'hearth@example.com',
    'Ann <ann@example.com>',
    '2026-11-21 04:05:06 UTC',
  ]);
  expect(document.querySelector('iframe')?.getAttribute('srcdoc')).toBe(
    '<base target="_blank"><p>Hi "Ann"</p>',
  );
});

it('The plain text of an email has working links and nothing else of HTML', () => {
  const text = 'Open https://a.example/?x=1&y=2 or http://b.example <b>now</b>,\nAnn';
  const { textOf, linksIn } = read(mailboxPage({ ...message, text }, 'Hearth'));
  expect(textOf('pre')).toBe(text);
  expect(linksIn('pre')).toEqual([
    ['https://a.example/?x=1&y=2', 'https://a.example/?x=1&y=2'],
    ['http://b.example', 'http://b.example'],
  ]);
});
