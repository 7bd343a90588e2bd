import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createHttpServer } from '../http-server.ts';

it('the log of requests has no link that could be used', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = createHttpServer(loadConfig({}), log, () => 'http://localhost');
  const urls = [
    '/reset-password?token=s3cret',
    '/confirm-email?next=%2F&token=s3cret&more=1',
    '/api/auth/external/callback?state=1&code=s3cret',
    '/calendar/feed/s3cret',
    '/unsubscribe/s3cret',
  ];
  for (const url of urls) await app.inject(url);
  await app.close();
  const logged = lines.filter((line) => line.includes('"msg":"request"'));
  expect(logged).toHaveLength(urls.length);
  expect(lines.join('')).not.toContain('s3cret');
  expect(logged[1]).toContain('/confirm-email?next=%2F&token=…&more=1');
});
