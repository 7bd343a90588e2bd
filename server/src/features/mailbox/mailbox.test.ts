import { describe, expect, it, vi } from 'vitest';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { insertLocalMessage } from '#server/platform/email/mailbox.queries.ts';
import { newId } from '#server/platform/ids.ts';
import { emailTemplate } from '#testing/emails.ts';
import { ownServer } from '#testing/server.ts';
import { hasMailbox } from './mailbox.routes.ts';

const server = ownServer('the mailbox shows the emails to everyone');

describe('/dev/mail', () => {
  it('is empty at first, then lists sent emails and opens them', async () => {
    const client = server.client();
    expect(await (await client.fetch('/dev/mail')).text()).toContain('No emails yet');
    await enqueueEmail(server.running.platform.jobs, server.db, {
      to: 'ada@example.com',
      template: emailTemplate(server, 'reset-password'),
      values: { greeting: 'Hi,', reset_url: 'https://hearth.example/reset-password?token=t1' },
    });
    const path = await vi.waitFor(
      async () => {
        const list = await (await client.fetch('/dev/mail')).text();
        const found = /href="(\/dev\/mail\/[^"]+)"><strong>Reset your Hearth password/.exec(list)?.[1];
        if (!found) throw new Error('the email has not arrived yet');
        return found;
      },
      { interval: 50 },
    );
    const response = await client.fetch(path);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toContain('ada@example.com');
    expect(page).toContain('<a href="https://hearth.example/reset-password?token=t1">');
    expect(page).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;base/,
    );
  });

  it('stores the same email once and lists the newest first', async () => {
    const message = { sender: 'a@b.example', html: '<p></p>', text: 'x', recipient: 'bo@example.com' };
    const [first, second] = [newId(), newId()];
    for (const id of [first, second, first])
      await insertLocalMessage(server.db, { ...message, id, subject: `S ${id}` });
    const list = await (await server.client().fetch('/dev/mail?refresh=on')).text();
    expect(list.split(`S ${first}`)).toHaveLength(2);
    expect(list.indexOf(second)).toBeLessThan(list.indexOf(first));
    expect(list).toContain('http-equiv="refresh"');
  });

  it('escapes hostile emails', async () => {
    const id = newId();
    const evil = '"><script>alert(1)</script>';
    await insertLocalMessage(server.db, {
      id,
      sender: evil,
      recipient: evil,
      subject: evil,
      html: evil,
      text: evil,
    });
    for (const path of ['/dev/mail', `/dev/mail/${id}`]) {
      expect(await (await server.client().fetch(path)).text()).not.toContain('<script');
    }
    expect((await server.client().fetch('/dev/mail/nonsense')).status).toBe(404);
    expect((await server.client().fetch(`/dev/mail/${newId()}`)).status).toBe(404);
  });

  it('exists only outside production and without a mail server', () => {
    expect(hasMailbox({ environment: 'development', smtpUrl: null })).toBe(true);
    expect(hasMailbox({ environment: 'development', smtpUrl: 'smtp://x' })).toBe(false);
    expect(hasMailbox({ environment: 'production', smtpUrl: null })).toBe(false);
  });
});
