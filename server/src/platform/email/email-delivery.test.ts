import { createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownServer } from '#testing/server.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { button, paragraph } from './email-content.ts';
import type { EmailTemplate } from './email-templates.ts';
import { createEmailTransport, parseSender } from './email-transport.ts';
import { enqueueEmail, type QueuedEmail } from './enqueue-email.ts';
import { renderEmail } from './render-email.ts';
import { openSealedValues } from './sealed-values.ts';

const template: EmailTemplate<'greeting' | 'reset_url'> = {
  name: 'a-letter',
  values: ['greeting', 'reset_url'],
  write: ({ greeting, reset_url }) => ({
    subject: 'A letter',
    preview: 'A letter.',
    title: 'A letter',
    blocks: [paragraph([greeting]), button('Open', reset_url)],
    footer: 'The end',
  }),
};
const values = {
  greeting: 'Hi Ada Lovelace,',
  reset_url: 'https://hearth.example/reset-password?token=a&b',
};

it('An email that a user waits for is queued as urgent', async () => {
  const queued: [unknown, unknown][] = [];
  const jobs: Pick<Jobs, 'enqueue'> = {
    enqueue: async (_tx, _name, data, options) => {
      queued.push([(data as { template: string }).template, options?.isUrgent]);
    },
  };
  const to = 'ada@example.com';
  for (const isUrgent of [undefined, false, true])
    await enqueueEmail(jobs as Jobs, {} as Db, {
      to,
      template: { ...template, ...(isUrgent !== undefined && { isUrgent }) },
      values,
    });
  expect(queued).toEqual([
    ['a-letter', false],
    ['a-letter', false],
    ['a-letter', true],
  ]);
});

it('A one-time link is encrypted in the queue and readable when the email is sent', async () => {
  const queued: QueuedEmail[] = [];
  const jobs = { enqueue: async (_tx: Db, _name: string, data: QueuedEmail) => void queued.push(data) };
  const message = { to: 'ada@example.com', template, values };
  await enqueueEmail(jobs as never, {} as Db, message, { secret: 'a secret', values: ['reset_url'] });
  expect(JSON.stringify(queued)).not.toContain('token');
  const [{ values: open, sealed = '' } = { values: {} }] = queued;
  expect({ ...open, ...openSealedValues('a secret', sealed) }).toEqual(values);
  expect(() => openSealedValues('another secret', sealed)).toThrow();
});

describe('Email addresses', () => {
  it('are parsed with and without a name', () => {
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
  ])('are rejected if invalid: %j', async (to) => {
    const enqueue = vi.fn();
    const message = { to, template, values };
    await expect(enqueueEmail({ enqueue, stop: vi.fn() }, {} as never, message)).rejects.toThrow(
      'Invalid email address',
    );
    expect(enqueue).not.toHaveBeenCalled();
  });
});

/** Starts a minimal SMTP server. It rejects the first `rejections` emails temporarily. */
function startSmtp(
  rejections: number,
): Promise<{ server: Server; port: number; emails: string[]; rejected: () => number }> {
  const emails: string[] = [];
  let rejected = 0;
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
            emails.push(data);
            data = null;
            socket.write('250 taken\r\n');
          }
        } else if (/^MAIL/i.test(line) && rejected < rejections) {
          rejected += 1;
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
      resolve({ server, port, emails, rejected: () => rejected });
    });
  });
}

describe('A mail server', () => {
  it('receives emails with one recipient and the same id for every attempt', async () => {
    const { server, port, emails } = await startSmtp(1);
    const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Hearth <no-reply@hearth.example>' };
    const transport = createEmailTransport(config, {} as never);
    const rendered = await renderEmail(template, values, 'Hearth');
    const message = {
      ...rendered,
      id: newId(),
      to: 'ada@example.com',
      subject: 'One\r\nBcc: eve@example.com',
    };
    await expect(transport.send(message)).rejects.toThrow('451');
    await transport.send(message);
    await transport.send(message);
    const unsubscribeUrl = `https://hearth.example/unsubscribe/${'x'.repeat(120)}`;
    await transport.send({ ...message, unsubscribeUrl });
    await transport.close();
    const [withButton = '', ...plain] = emails.splice(2);
    expect(plain).toEqual([]);
    const unfolded = withButton.replaceAll(/\r\n[ \t]+/g, ' ');
    expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(emails.join()).not.toContain('List-Unsubscribe');
    await new Promise((done) => server.close(done));
    expect(emails).toHaveLength(2);
    for (const sent of emails) {
      expect(sent).toContain('To: ada@example.com\r\n');
      expect(sent).toContain('From: Hearth <no-reply@hearth.example>\r\n');
      expect(sent).toContain('Subject: One Bcc: eve@example.com\r\n');
      expect(sent).not.toMatch(/^Bcc:/m);
      expect(sent).toContain(`Message-ID: <${message.id}@hearth.example>`);
    }
    await expect(transport.send({ ...message, to: 'a@b.example, c@d.example' })).rejects.toThrow(
      'Invalid email address',
    );
  });
});

describe('A mail server that fails at first', () => {
  const environment: NodeJS.ProcessEnv = { MAIL_FROM: 'Hearth <no-reply@hearth.example>' };
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeAll(async () => {
    smtp = await startSmtp(1);
    environment.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
  });
  const server = ownServer('it has a mail server', environment);
  afterAll(() => new Promise<void>((done) => smtp.server.close(() => done())));

  /** Fails unless the email is tried again, some seconds after the rejection. */
  async function hasRetryDue(): Promise<void> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from start_after - now())::int as seconds from jobs.job
      where name = 'send-email' and state = 'retry'`.execute(server.db);
    expect(rows).toEqual([{ seconds: expect.any(Number) }]);
    expect(rows[0]?.seconds).toBeGreaterThan(1);
  }

  it('gets the email again from the queue, but never the email of a failed transaction', async () => {
    const { jobs, emails } = server.running.platform;
    const registered = emails.get('reset-password');
    if (!registered) throw new Error('not registered');
    const message = { to: 'ada@example.com', template: registered, values };
    const undone = server.db.transaction().execute(async (tx) => {
      await enqueueEmail(jobs, tx, { ...message, to: 'never@example.com' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await server.db.transaction().execute((tx) => enqueueEmail(jobs, tx, message));
    await vi.waitFor(() => hasRetryDue());
    expect(smtp.rejected()).toBe(1);
    expect(smtp.emails).toEqual([]);
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(server.db);
    await vi.waitFor(() => expect(smtp.emails).toHaveLength(1), { timeout: 40_000, interval: 100 });
    expect(smtp.emails[0]).toContain('To: ada@example.com');
    const page = await server.client().fetch('/dev/mail');
    expect(page.status).toBe(404);
  }, 60_000);
});
