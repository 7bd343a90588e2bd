import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { reservedSubdomains } from '#contract/values/reserved-subdomains.ts';
import { ownServer } from '#testing/server.ts';

const paths = new Set<string>();
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url }) => void paths.add(url));
});
ownServer('it records the routes while the server starts', { ROLE: 'web,live' });

it('The first segment of every server route is reserved and not available to spaces', () => {
  const segments = new Set([...paths].map((path) => path.split('/')[1] ?? ''));
  expect([...segments]).toEqual(expect.arrayContaining(['api', 'calendar', 'files', 'metrics']));
  // The path of live connections isn't a route. Names of spaces contain no dots.
  const possible = [...segments, 'live', 'assets'].filter((segment) => /^[a-z][\w-]*$/.test(segment));
  expect(possible.filter((segment) => !reservedSubdomains.has(segment))).toEqual([]);
});
