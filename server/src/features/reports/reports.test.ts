import { expect, it, vi } from 'vitest';
import { newPerson } from '#testing/people.ts';
import { ownServer } from '#testing/server.ts';
import { redactPii } from './redact-pii.ts';

const server = ownServer('rate limits are on', { RATE_LIMITS: 'on' });

it.each([
  ['mail to ada@example.com failed', 'mail to [email] failed'],
  ['from <ada@example.com>, bob.b@mail.example.com.', 'from <[email]>, [email]'],
  ['not@ an @address.com or a@b', 'not@ an @address.com or a@b'],
  ['at /assets/a.js?token=secret:3:4', 'at /assets/a.js:3:4'],
  ['/reset-password?token=abc#x', '/reset-password'],
  ['Unexpected token in "my secret post"', 'Unexpected token in "…"'],
  ["Cannot read properties of undefined (reading 'id')", "Cannot read properties of undefined (reading '…')"],
])('redacts %s to %s', (text, redacted) => {
  expect(redactPii(text)).toBe(redacted);
});

it('takes time in proportion to the text, whatever stands in it', { timeout: 5000 }, () => {
  for (const piece of ['a', 'a@', 'a.', '@.', '?', '"', `"'`]) {
    const text = piece.repeat(100_000);
    expect(redactPii(text).length).toBeLessThanOrEqual(text.length);
  }
  expect(redactPii(`${'a'.repeat(2000)}@example.com`)).toBe('[email]');
});

it('keeps a report in the log under the id of the request, for strangers too', async () => {
  const warn = vi.spyOn(server.running.platform.log, 'warn');
  const report = { kind: 'page' as const, message: 'It broke for ada@example.com', path: '/x?token=1' };
  const { reference } = await server.client().call('report_client_error', report);
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({
      request_id: reference,
      kind: 'page',
      message: 'It broke for [email]',
      path: '/x',
    }),
    expect.any(String),
  );
});

it('accepts 20 reports in ten minutes from one person', async () => {
  const person = await newPerson(server);
  const report = { kind: 'window' as const, message: 'again', path: '/' };
  const responses = [];
  for (let n = 0; n < 40; n += 1) {
    responses.push(
      await person.call('report_client_error', report).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
  }
  // The rate limit window of ten minutes may end during the test.
  expect(responses.slice(0, 20)).toEqual(Array(20).fill(200));
  expect(responses).toContain(429);
});
