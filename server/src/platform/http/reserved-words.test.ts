import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { reservedSubdomains } from '#contract/reserved-subdomains.ts';
import { withTestServer } from '#testing/server.ts';

const paths = new Set<string>();
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url }) => void paths.add(url));
});
withTestServer({ ROLE: 'web,live' });

it('no space can have an address of which the server itself answers the first word', () => {
  const copy = new Set([...paths].map((path) => path.split('/')[1] ?? ''));
  expect([...copy]).toEqual(expect.arrayContaining(['api', 'calendar', 'files', 'metrics']));
  // The live channel answers beside the routes; a word with a point in it names no space.
  const named = [...copy, 'live', 'assets'].filter((word) => /^[a-z][\w-]*$/.test(word));
  expect(named.filter((word) => !reservedSubdomains.has(word))).toEqual([]);
});
