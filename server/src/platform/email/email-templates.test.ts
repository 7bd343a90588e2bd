import { describe, expect, it } from 'vitest';
import { withLocale } from '../reader-locale.ts';
import { emailTemplates } from './email-templates.ts';
import type { EmailTemplate, EmailValues } from './enqueue-email.ts';
import { renderEmail } from './render-email.ts';

const notification = { unsubscribe_url: 'https://x.x/u?a=1&b=2', unsubscribe_question: 'XX' };
const samples: { [T in EmailTemplate]: EmailValues[T] } = {
  'account-exists': { login_url: 'https://x.x/l', reset_url: 'https://x.x/r?a=1&b=2' },
  'confirm-email': { confirm_url: 'https://x.x/c?a=1&b=2' },
  'event-notification': {
    greeting: 'XX',
    headline: 'XX <b>',
    event_when: 'XX',
    event_where: 'XX',
    space_name: 'XX & XX',
    event_url: 'https://x.x/e',
    calendar_url: 'https://x.x/c.ics',
    ...notification,
  },
  'join-request-approved': {
    greeting: 'XX',
    space_name: 'XX',
    space_url: 'https://x.x/s',
    ...notification,
  },
  'join-request-declined': {
    greeting: 'XX',
    space_name: 'XX',
    about_url: 'https://x.x/s',
    ...notification,
  },
  'operator-report': {
    space_name: 'XX',
    author_name: 'XX',
    reporter_name: 'XX',
    reported: 'XX',
    reason: 'XX',
    note: 'XX',
    case_id: '0',
    unsent: 'XX',
    reported_url: 'https://x.x/r',
  },
  'reset-password': { greeting: 'XX', reset_url: 'https://x.x/r?a=1&b=2' },
};

const render = (name: EmailTemplate, locale = 'en-US') =>
  withLocale(locale, () => renderEmail(name, samples[name] as Record<string, string>, 'XX'));
/** The texts of an email, between its tags and in the plain text. */
const textsOf = ({ subject, html, text }: Awaited<ReturnType<typeof render>>): string => {
  const body = html.slice(html.indexOf('<body')).replaceAll(/<!--[\s\S]*?-->|<[^>]*>|&\w+;/g, ' ');
  return [subject, body, text].join(' ').replaceAll(/https?:\S+/g, ' ');
};

describe.each(Object.keys(emailTemplates) as EmailTemplate[])('%s', (name) => {
  it('has all of its texts in the language of the reader', async () => {
    const translated = await render(name, 'en-XA');
    expect(translated.html).toContain('<html lang="en-XA"');
    // The pseudo-locale writes most letters with accents. At the end of each text, it adds numerals, the last one cut.
    const added = 'one two three four five six seven eight nine ten'.split(' ');
    const words = textsOf(translated).match(/[\p{L}\p{M}]+/gu) ?? [];
    const plain = words.filter((word) => /[acdegilnorstuwy]/i.test(word));
    expect(plain.filter((word) => !added.some((numeral) => numeral.startsWith(word)))).toEqual([]);
    expect(words.length).toBeGreaterThan(20);
  });

  it('has its links and nothing unfilled, in the HTML and in the plain text', async () => {
    const { subject, html, text } = await render(name);
    for (const part of [subject, html, text]) expect(part).not.toMatch(/\{\{|\[\[|undefined|<link|\{\w+\}/);
    for (const [key, url] of Object.entries(samples[name])) {
      if (!key.endsWith('_url')) continue;
      expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
      expect(`\n${text}\n`).toContain(`\n${url}\n`);
    }
    expect(text).toMatch(/\n\n-- \n.+\n$/);
    expect(html).not.toContain('<b>');
  });

  it('rejects a link that is not a URL of the web', async () => {
    for (const key of Object.keys(samples[name]).filter((value) => value.endsWith('_url'))) {
      for (const url of ['javascript:alert(1)', 'https://x/" onclick="', 'data:text/html,x', '']) {
        const values = { ...samples[name], [key]: url } as Record<string, string>;
        await expect(renderEmail(name, values, 'XX')).rejects.toThrow(`${key} isn't a URL`);
      }
    }
  });

  it('rejects a missing value', async () => {
    for (const key of Object.keys(samples[name])) {
      const { [key]: _missing, ...values } = samples[name] as unknown as Record<string, string>;
      await expect(renderEmail(name, values, 'XX')).rejects.toThrow(key);
    }
  });
});
