import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { newComment, newPerson, newPost, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { sharedServer } from '#testing/server.ts';
import { setRole } from '#testing/space-facts.ts';

const server = sharedServer();
const known: string[] = [];
let member: TestPerson;
let spaceId: string;

beforeAll(async () => {
  const owner = await newPerson(server);
  const space = await newSpace(owner);
  const post = await newPost(owner, space);
  const comment = await newComment(owner, post.id);
  member = await newPersonBySql(server);
  spaceId = space.id;
  known.push(space.id, space.subdomain, post.id, post.slug, comment.id, owner.user.id, member.user.id);
});

/** Operations that would end or replace the session of the test user. */
const endsSession = new Set<OperationId>([
  'sign_out',
  'sign_up',
  'sign_in',
  'confirm_email',
  'refresh_session',
]);
const operations = (Object.keys(api) as OperationId[]).filter((operation) => !endsSession.has(operation));

/** A value that often exists, so that the request gets past the first check. */
const aValue = fc.oneof(
  { weight: 3, arbitrary: fc.nat(6).map((index) => known[index] ?? '') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u0000', '\ud800', '-0', '1e999', 'null', '../../x', '%00', '__proto__'),
  },
);

function aRequest(endpoint: Endpoint) {
  const bodyNames = Object.keys(endpoint.body?.shape ?? {});
  const queryNames = Object.keys(endpoint.query?.shape ?? {});
  const fields = (names: string[]) =>
    fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom('x', ...names) }, fc.string()), aValue, {
      maxKeys: 6,
    });
  return fc.record({
    path: fc.array(aValue, { minLength: 4, maxLength: 4 }),
    query: fields(queryNames),
    body: fc.oneof({ weight: 4, arbitrary: fields(bodyNames) }, fc.jsonValue()),
  });
}

const encode = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed());
};

describe('Random requests of a member', () => {
  it.each(operations)('never cause an unexpected error: %s', async (operation) => {
    const endpoint: Endpoint = api[operation];
    await setRole(server, spaceId, member.user.id, 'member');
    await fc.assert(
      fc.asyncProperty(aRequest(endpoint), async ({ path, query, body }) => {
        let index = 0;
        const filled = endpoint.path.replace(/:\w+/g, () => encode(path[index++]));
        const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
        const response = await member.fetch(`${filled}?${search.join('&')}`, {
          method: endpoint.method,
          ...(endpoint.method === 'GET'
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        });
        const json = (await response.json()) as { error?: { code: string; request_id: string } };
        expect(response.status).toBeLessThan(500);
        if (!response.ok) expect(json.error?.request_id).toBe(response.headers.get('x-request-id'));
      }),
      { numRuns: 25, seed: 20261121 },
    );
  });

  it('leave the member signed in', async () => {
    expect((await member.call('get_session')).user?.id).toBe(member.user.id);
  });
});
