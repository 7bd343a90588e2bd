import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withTestServer } from '#testing/server.ts';
import { buildMail } from '#tools/build-mail.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { enqueueMail, type MailTemplate, type QueuedMail } from './enqueue-mail.ts';
import { createMailTransport, parseSender } from './mail-transport.ts';
import { renderMail } from './render-mail.ts';
import { openSealedValues } from './sealed-values.ts';

beforeAll(async () => {
  await buildMail();
});

const values = {
  greeting: 'Hello Ada Lovelace,',
  reset_url: 'https://hearth.example/reset-password?token=a&b',
};

it('goes before the others when somebody waits for it', async () => {
  const queued: [unknown, unknown][] = [];
  const jobs: Pick<Jobs, 'enqueue'> = {
    enqueue: async (_tx, _name, data, options) => {
      queued.push([(data as { template: string }).template, options?.isUrgent]);
    },
  };
  const to = 'ada@example.com';
  const send = (template: MailTemplate) =>
    enqueueMail(jobs as Jobs, {} as Db, { to, template, values: values as never });
  for (const template of ['event-notice', 'reset-password', 'confirm-email'] as const) await send(template);
  expect(queued).toEqual([
    ['event-notice', false],
    ['reset-password', true],
    ['confirm-email', true],
  ]);
});

it('keeps the values that work once out of the queue, and sends them', async () => {
  const queued: QueuedMail[] = [];
  const jobs = { enqueue: async (_tx: Db, _name: string, data: QueuedMail) => void queued.push(data) };
  const mail = { to: 'ada@example.com', template: 'reset-password', values } as const;
  await enqueueMail(jobs as never, {} as Db, mail, { secret: 'a secret', values: ['reset_url'] });
  expect(JSON.stringify(queued)).not.toContain('token');
  const [{ values: open, sealed = '' } = { values: {} }] = queued;
  expect({ ...open, ...openSealedValues('a secret', sealed) }).toEqual(values);
  expect(() => openSealedValues('another secret', sealed)).toThrow();
});

describe('renderMail', () => {
  it('says what the mail is for, in HTML and in text', async () => {
    const mail = await renderMail('reset-password', values, 'Hearth');
    expect(mail.subject).toBe('Reset your Hearth password');
    for (const form of [mail.html, mail.text]) {
      expect(form).toContain('Ada Lovelace');
      expect(form.replace(/\s+/g, ' ')).toContain('valid for one hour');
      expect(form).not.toMatch(/\{\{|undefined/);
    }
    expect(mail.text).toContain(`\n${values.reset_url}\n`);
    expect(mail.html).toContain('href="https://hearth.example/reset-password?token=a&amp;b"');
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).not.toMatch(/<img|<script|fonts\.googleapis|<link/);
    const confirm = { confirm_url: 'https://hearth.example/c' };
    expect((await renderMail('confirm-email', confirm, 'Hearth')).subject).toBe('Confirm your email address');
  });

  it('lets no name become markup, a header or another placeholder', async () => {
    const name = '<img src=x onerror=1>"\r\nBcc: eve@example.com {{reset_url}}';
    const mail = await renderMail(
      'reset-password',
      { ...values, greeting: name },
      'A\r\nBcc: eve@example.com',
    );
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img src=x onerror=1&gt;&quot; Bcc: eve@example.com {{reset_url}}');
    expect(mail.subject).toBe('Reset your A Bcc: eve@example.com password');
  });

  it('refuses addresses that are no web addresses, and missing values', async () => {
    for (const reset_url of ['javascript:alert(1)', 'https://x/" onclick="', 'https://x/\r\ny']) {
      await expect(renderMail('reset-password', { ...values, reset_url }, 'Hearth')).rejects.toThrow(
        'no address',
      );
    }
    await expect(renderMail('reset-password', { greeting: 'Hello,' }, 'Hearth')).rejects.toThrow('reset_url');
  });
});

describe('addresses', () => {
  it('reads a sender with and without a name', () => {
    expect(parseSender('Smith, Jones & Co <no-reply@example.com>')).toEqual({
      name: 'Smith, Jones & Co',
      address: 'no-reply@example.com',
    });
    expect(parseSender('a@b.example')).toEqual({ name: '', address: 'a@b.example' });
  });

  it.each([
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '<a@b.example>',
    'a',
    '@b',
    'a b@c.example',
    '',
  ])('queues nothing to %j', async (to) => {
    const enqueue = vi.fn();
    const mail = { to, template: 'reset-password', values } as const;
    await expect(enqueueMail({ enqueue, stop: vi.fn() }, {} as never, mail)).rejects.toThrow('mail address');
    expect(enqueue).not.toHaveBeenCalled();
  });
});

/** A mail server that speaks just enough SMTP; the first `refusals` mails it turns away for later. */
function startSmtp(
  refusals: number,
): Promise<{ server: Server; port: number; mails: string[]; refused: () => number }> {
  const mails: string[] = [];
  let turnedAway = 0;
  const server = createServer((socket) => {
    let data: string | null = null;
    let rest = '';
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== null) {
          if (line !== '.') data += `${line}\r\n`;
          else {
            mails.push(data);
            data = null;
            socket.write('250 taken\r\n');
          }
        } else if (/^MAIL/i.test(line) && turnedAway < refusals) {
          turnedAway += 1;
          socket.write('451 later\r\n');
        } else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ server, port, mails, refused: () => turnedAway });
    });
  });
}

describe('a mail server', () => {
  it('is sent mails with one recipient and an id that stays the same', async () => {
    const { server, port, mails } = await startSmtp(1);
    const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Hearth <no-reply@hearth.example>' };
    const transport = createMailTransport(config, {} as never);
    const rendered = await renderMail('reset-password', values, 'Hearth');
    const mail = { ...rendered, id: newId(), to: 'ada@example.com', subject: 'One\r\nBcc: eve@example.com' };
    await expect(transport.send(mail)).rejects.toThrow('451');
    await transport.send(mail);
    await transport.send(mail);
    const unsubscribeUrl = `https://hearth.example/unsubscribe/${'x'.repeat(120)}`;
    await transport.send({ ...mail, unsubscribeUrl });
    await transport.close();
    const [withButton = '', ...plain] = mails.splice(2);
    expect(plain).toEqual([]);
    const unfolded = withButton.replaceAll(/\r\n[ \t]+/g, ' ');
    expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(mails.join()).not.toContain('List-Unsubscribe');
    await new Promise((done) => server.close(done));
    expect(mails).toHaveLength(2);
    for (const sent of mails) {
      expect(sent).toContain('To: ada@example.com\r\n');
      expect(sent).toContain('From: Hearth <no-reply@hearth.example>\r\n');
      expect(sent).toContain('Subject: One Bcc: eve@example.com\r\n');
      expect(sent).not.toMatch(/^Bcc:/m);
      expect(sent).toContain(`Message-ID: <${mail.id}@hearth.example>`);
    }
    await expect(transport.send({ ...mail, to: 'a@b.example, c@d.example' })).rejects.toThrow('mail address');
  });
});

describe('a mail server that fails at first', () => {
  const environment: NodeJS.ProcessEnv = { MAIL_FROM: 'Hearth <no-reply@hearth.example>' };
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeAll(async () => {
    smtp = await startSmtp(1);
    environment.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
  });
  const server = withTestServer(environment);
  afterAll(() => new Promise<void>((done) => smtp.server.close(() => done())));

  it('gets the mail again from the queue; a mail of a transaction that fails is never sent', async () => {
    const { jobs } = server.running.platform;
    const mail = { to: 'ada@example.com', template: 'reset-password', values } as const;
    const undone = server.db.transaction().execute(async (tx) => {
      await enqueueMail(jobs, tx, { ...mail, to: 'never@example.com' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await server.db.transaction().execute((tx) => enqueueMail(jobs, tx, mail));
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), { timeout: 40_000, interval: 100 });
    expect(smtp.refused()).toBe(1);
    expect(smtp.mails[0]).toContain('To: ada@example.com');
    const page = await server.client().fetch('/dev/mail');
    expect(page.status).toBe(404);
  }, 60_000);
});
