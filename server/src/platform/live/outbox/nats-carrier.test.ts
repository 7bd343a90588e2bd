import { expect, it } from 'vitest';
import { parseNatsUrl } from './nats-carrier.ts';

it.each([
  ['nats://127.0.0.1:4222', { servers: 'nats://127.0.0.1:4222' }],
  ['nats://[::1]:4222', { servers: 'nats://[::1]:4222' }],
  [
    'nats://hearth:a%40secret@nats.example:4222',
    { servers: 'nats://nats.example:4222', user: 'hearth', pass: 'a@secret' },
  ],
  ['nats://a%2Ftoken@nats.example', { servers: 'nats://nats.example', token: 'a/token' }],
  ['tls://nats.example:4222', { servers: 'tls://nats.example:4222', tls: {} }],
])('reads %s', (url, options) => {
  expect(parseNatsUrl(url)).toEqual(options);
});
