import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { toRequest } from '#testing/client.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { type SampleCall, type SampleContext, sampleCalls } from '#testing/sample-calls/sample-calls.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql, setRole } from '#testing/space-facts.ts';
import { features } from './app.ts';
import { createRequestBudgets } from './platform/http/limits/request-budgets.ts';
import { type ApiRead, type ApiResult, createRoutes, type ReadApi } from './platform/http/routes.ts';
import { readLocales } from './platform/reader-locale.ts';

const server = sharedServer({ runsJobs: false });
const reads = (Object.keys(api) as OperationId[]).filter((operation) => api[operation].method === 'GET');
let app: FastifyInstance;
let owner: TestPerson;
let space: SampleContext['space'];

/** An app whose requests read the API in this process. */
function createReader(readApi: ReadApi): FastifyInstance {
  const reader = fastify();
  readLocales(reader);
  reader.post('/read', async (request) => {
    const { status, json, retryAfter }: ApiResult = await readApi(request.body as ApiRead, request);
    return { status, body: JSON.parse(String(json())) as unknown, retryAfter };
  });
  return reader;
}

function bindFeatures(platform: typeof server.running.platform): ReadApi {
  const routes = createRoutes(fastify(), platform);
  for (const feature of features) feature.routes?.(routes.route, platform);
  return routes.read;
}

beforeAll(async () => {
  app = createReader(bindFeatures(server.running.platform));
  owner = await newPerson(server);
  space = { ...(await newSpace(owner, { is_private: true })), kind: 'private' };
});
afterAll(async () => await app.close());

const readAs = async (cookie: string, read: ApiRead, language = 'en-US') => {
  const headers = { cookie, 'accept-language': language };
  const response = await app.inject({ method: 'POST', url: '/read', payload: { ...read }, headers });
  return response.json() as { status: number; body: { error?: { message: string } }; retryAfter?: number };
};

/** Removes what differs each time. */
const comparable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replace(/"(request_id|live_cursor)":("[^"]*"|\d+)/g, '"$1":null'));

describe('Reading the API in this process', () => {
  it.each(reads)('returns of %s what a request gets, for everyone', async (operation) => {
    const sample = sampleCalls[operation] as SampleCall<OperationId>;
    const member = await newPersonBySql(server);
    await setRole(server, space.id, member.user.id, 'member');
    const callers = [
      { role: 'owner', caller: owner },
      { role: 'member', caller: member },
      { role: 'stranger', caller: await newPersonBySql(server) },
      { role: 'signed-out', caller: null },
    ] as const;
    for (const { role, caller } of callers) {
      const context: SampleContext = { server, role, caller, owner, space };
      const input = (await sample.input(context)) as Record<string, unknown>;
      const client = caller ?? server.client();
      const response = await client.fetch(toRequest(api[operation] as Endpoint, input).path);
      const expected = { status: response.status, body: comparable(await response.json()) };
      const { status, body } = await readAs(client.cookieHeader(), { operation, input });
      expect({ status, body: comparable(body) }, role).toEqual(expected);
    }
  });

  it('finds the caller of a page once, in each space', async () => {
    const readApi = bindFeatures(server.running.platform);
    const member = await newPersonBySql(server);
    await setRole(server, space.id, member.user.id, 'member');
    const other = await newSpace(owner, { is_private: true });
    const slug = await newPostBySql(server, space.id, owner.user.id);
    /** Reads as a page does: some at the same time, and then others. */
    const readAll = async (cookie: string, ...page: ApiRead[][]) => {
      const reader = fastify();
      const statuses: number[] = [];
      reader.get('/', async (request) => {
        for (const together of page) {
          const results = await Promise.all(together.map((each) => readApi(each, request)));
          statuses.push(...results.map(({ status }) => status));
        }
      });
      const queries = await recordQueries(() => reader.inject({ url: '/', headers: { cookie } }));
      await reader.close();
      return { statuses, lookups: queries.filter(({ text }) => text.includes('token_hash')).length };
    };
    const { subdomain } = space;
    const getSession: ApiRead = { operation: 'get_session', input: {} };
    const getSpace: ApiRead = { operation: 'get_space', input: { subdomain } };
    const getPost: ApiRead = { operation: 'get_post_by_slug', input: { subdomain, slug } };
    const listPosts = (space_id: string): ApiRead => ({ operation: 'list_posts', input: { space_id } });
    const cookie = member.cookieHeader();
    // The session and the space are requested at the same time, so neither waits for the other.
    expect(await readAll(cookie, [getSession, getSpace], [listPosts(space.id), getSession])).toEqual({
      statuses: [200, 200, 200, 200],
      lookups: 2,
    });
    expect(await readAll(cookie, [getSpace, getPost], [getSession])).toEqual({
      statuses: [200, 200, 200],
      lookups: 1,
    });
    expect(await readAll(cookie, [getSession, getSession], [getSession])).toEqual({
      statuses: [200, 200, 200],
      lookups: 1,
    });
    // The rights in one space say nothing about another.
    expect(await readAll(cookie, [getSpace], [listPosts(other.id), listPosts(space.id)])).toEqual({
      statuses: [200, 404, 200],
      lookups: 2,
    });
    // Visitors share calls, and one of them may have asked later.
    expect(await readAll('', [getSpace], [listPosts(space.id)])).toEqual({
      statuses: [200, 404],
      lookups: 2,
    });
  });

  it('has the language of the request', async () => {
    const read = { operation: 'list_posts', input: { space_id: space.id } } as const;
    const [plain, accented] = [await readAs('', read), await readAs('', read, 'en-XA')];
    expect(plain.status).toBe(404);
    expect(accented.body.error?.message).not.toBe(plain.body.error?.message);
  });

  it('counts toward the budget of the network, and says when to try again', async () => {
    const budgets = createRequestBudgets(true);
    const limited = createReader(bindFeatures({ ...server.running.platform, budgets }));
    const read = () =>
      limited.inject({
        method: 'POST',
        url: '/read',
        payload: { operation: 'get_sign_in_options', input: {} },
        remoteAddress: '203.0.113.9',
      });
    expect((await read()).json()).toMatchObject({ status: 200 });
    budgets.chargeNetwork('api', '203.0.113.9', 100_000);
    expect((await read()).json()).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    await limited.close();
  });

  it('has no reply, which can be that of a page, or be shared', async () => {
    const direct = fastify();
    const { route } = createRoutes(direct, server.running.platform);
    const replies: unknown[] = [];
    route('get_session', async (call) => {
      expectTypeOf(call).not.toHaveProperty('reply');
      replies.push('reply' in call);
      return { session: null, user: null };
    });
    route('sign_out', async (call) => {
      replies.push(typeof call.reply.header);
      return {};
    });
    await direct.inject({ method: 'GET', url: api.get_session.path });
    await direct.inject({ method: 'POST', url: api.sign_out.path, payload: {} });
    expect(replies).toEqual([false, 'function']);
    await direct.close();
  });

  it('refuses that someone changes a result that others may get, except in production', async () => {
    const { id: space_id } = await newSpace(owner);
    const changing = async (environment: 'test' | 'production') => {
      const { platform } = server.running;
      const readApi = bindFeatures({ ...platform, config: { ...platform.config, environment } });
      const reader = fastify();
      reader.get('/', async (request) => {
        const { output } = await readApi({ operation: 'list_posts', input: { space_id } }, request);
        (output as { posts: unknown[] }).posts.push('mine');
        return output;
      });
      const { statusCode } = await reader.inject('/');
      await reader.close();
      return statusCode;
    };
    expect([await changing('test'), await changing('production')]).toEqual([500, 200]);
  });

  it('refuses what changes something', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/read',
      payload: { operation: 'like_post', input: { post_id: space.id } },
    });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ message: "like_post can't be read" });
  });
});
