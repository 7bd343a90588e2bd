import { describe, expect, it } from 'vitest';
import { features } from './app.ts';
import { collectEmailTemplates, type EmailTemplate } from './platform/email/email-templates.ts';
import { renderEmail } from './platform/email/render-email.ts';
import { withLocale } from './platform/reader-locale.ts';

const templates = collectEmailTemplates(features);

function templateOf(name: string): EmailTemplate {
  const template = templates.get(name);
  if (!template) throw new Error(`No email is called ${name}`);
  return template;
}

/** Values for each template: `XX` and markup for texts, URLs with a query for links. */
const samples = Object.fromEntries(
  [...templates.values()].map(({ name, values }) => [
    name,
    Object.fromEntries(
      values.map((value) => [value, value.endsWith('_url') ? `https://x.x/${value}?a=1&b=2` : 'XX <b> & XX']),
    ),
  ]),
);
const samplesOf = (name: string) => samples[name] ?? {};

describe('Emails', () => {
  it('are listed by the feature that defines them, each under its own name', () => {
    const moderation = features.filter(({ name }) => name === 'moderation');
    const others = features.filter(({ name }) => name !== 'moderation');
    expect(() => collectEmailTemplates(others)).toThrow('No feature lists the email operator-report');
    expect(() => collectEmailTemplates([...features, ...moderation])).toThrow(
      'Two emails are called operator-report',
    );
    const copy = { ...templateOf('operator-report') };
    expect(() => collectEmailTemplates([...others, { emails: [copy] }])).toThrow('No feature lists');
  });

  it('that users wait for are urgent', () => {
    const urgent = [...templates.values()].filter(({ isUrgent }) => isUrgent);
    expect(urgent.map(({ name }) => name).toSorted()).toEqual([
      'account-exists',
      'confirm-email',
      'reset-password',
    ]);
  });
});

const render = (name: string, locale = 'en-US') =>
  withLocale(locale, () => renderEmail(templateOf(name), samplesOf(name), 'XX'));
/** The texts of an email, between its tags and in the plain text. */
const textsOf = ({ subject, html, text }: Awaited<ReturnType<typeof render>>): string => {
  const body = html.slice(html.indexOf('<body')).replaceAll(/<!--[\s\S]*?-->|<[^>]*>|&\w+;/g, ' ');
  return [subject, body, text].join(' ').replaceAll(/https?:\S+/g, ' ');
};

describe.each([...templates.keys()])('The email %s', (name) => {
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
    for (const [key, url] of Object.entries(samplesOf(name))) {
      if (!key.endsWith('_url')) continue;
      expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
      expect(`\n${text}\n`).toContain(`\n${url}\n`);
    }
    expect(text).toMatch(/\n\n-- \n.+\n$/);
    expect(html).not.toContain('<b>');
  });

  it('rejects a link that is not a URL of the web', async () => {
    for (const key of Object.keys(samplesOf(name)).filter((value) => value.endsWith('_url'))) {
      for (const url of ['javascript:alert(1)', 'https://x/" onclick="', 'data:text/html,x', '']) {
        const values = { ...samplesOf(name), [key]: url };
        await expect(renderEmail(templateOf(name), values, 'XX')).rejects.toThrow(`${key} isn't a URL`);
      }
    }
  });

  it('rejects a missing value', async () => {
    for (const key of Object.keys(samplesOf(name))) {
      const { [key]: _missing, ...values } = samplesOf(name);
      await expect(renderEmail(templateOf(name), values, 'XX')).rejects.toThrow(key);
    }
  });
});

const values = {
  greeting: 'Hi Ada Lovelace,',
  reset_url: 'https://hearth.example/reset-password?token=a&b',
};

describe('renderEmail', () => {
  it('renders the HTML and the text of an email', async () => {
    const message = await renderEmail(templateOf('reset-password'), values, 'Hearth');
    expect(message.subject).toBe('Reset your Hearth password');
    for (const form of [message.html, message.text]) {
      expect(form).toContain('Ada Lovelace');
      expect(form.replace(/\s+/g, ' ')).toContain('valid for one hour');
      expect(form).not.toMatch(/\{\{|undefined/);
    }
    expect(message.text).toContain(`\n${values.reset_url}\n`);
    expect(message.html).toContain('href="https://hearth.example/reset-password?token=a&amp;b"');
    expect(message.html).toContain('prefers-color-scheme: dark');
    expect(message.html).not.toMatch(/<img|<script|fonts\.googleapis|<link/);
    const confirm = { confirm_url: 'https://hearth.example/c' };
    expect((await renderEmail(templateOf('confirm-email'), confirm, 'Hearth')).subject).toBe(
      'Confirm your email address',
    );
  });

  it('shows what is in a list as links that are readable in both schemes, each with a line about it', async () => {
    const items = ['A post\u241fOlive · 1 like\u241fhttps://hearth.example/post', 'No link\u241f\u241f'].join(
      '\u241e',
    );
    const digest = { ...samplesOf('space-digest'), items };
    const { html, text } = await renderEmail(templateOf('space-digest'), digest, 'Hearth');
    expect(html).toMatch(
      /<a class="item" style="color:#0f766e[^"]*" href="https:\/\/hearth.example\/post">A post<\/a><br \/><span class="detail"[^>]*>Olive · 1 like</,
    );
    expect(html).toMatch(/>No link<\/div>/);
    expect(text).toContain('A post\nOlive · 1 like\nhttps://hearth.example/post\n\nNo link\n\n');
    const [, dark = ''] = html.split('prefers-color-scheme: dark');
    for (const selector of ['.text a', '.text .detail']) expect(dark).toContain(selector);
  });

  it('escapes names, so that they are no markup, header or placeholder', async () => {
    const name = '<img src=x onerror=1>"\r\nBcc: eve@example.com {{reset_url}}';
    const message = await renderEmail(
      templateOf('reset-password'),
      { ...values, greeting: name },
      'A\r\nBcc: eve@example.com',
    );
    expect(message.html).not.toContain('<img');
    expect(message.html).toContain('&lt;img src=x onerror=1&gt;&quot; Bcc: eve@example.com {{reset_url}}');
    expect(message.subject).toBe('Reset your A Bcc: eve@example.com password');
  });

  it('rejects invalid URLs and missing values', async () => {
    for (const reset_url of ['javascript:alert(1)', 'https://x/" onclick="', 'https://x/\r\ny']) {
      await expect(
        renderEmail(templateOf('reset-password'), { ...values, reset_url }, 'Hearth'),
      ).rejects.toThrow("isn't a URL");
    }
    await expect(renderEmail(templateOf('reset-password'), { greeting: 'Hi,' }, 'Hearth')).rejects.toThrow(
      'reset_url',
    );
  });
});
