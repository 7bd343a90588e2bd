import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fastify from 'fastify';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { countQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { newMember, newPerson, newSpace, type TestPerson } from '#testing/people.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql } from '#testing/space-facts.ts';
import { describeSchema } from './db/describe-schema.ts';
import { createRoutes } from './http/routes.ts';

// Without the jobs role: jobs run their own statements, and this file counts statements.
const server = sharedServer({ runsJobs: false });

describe('The committed schema', () => {
  it('matches the migrations', async () => {
    const committed = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');
    const made = await describeSchema(inject('templateDatabaseUrl'));
    expect(made.split('\n')).toEqual(committed.split('\n'));
  });

  it('has types that are up to date', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-types-'));
    const out = join(folder, 'schema.gen.ts');
    await promisify(execFile)('npx', [
      'kysely-codegen',
      '--dialect=postgres',
      `--url=${inject('templateDatabaseUrl')}`,
      `--out-file=${out}`,
      '--include-pattern=public.*',
      '--exclude-pattern=public.schema_migrations',
      '--type-mapping={"timestamptz":"string","int8":"number","numeric":"number"}',
    ]);
    const committed = readFileSync(new URL('./db/schema.gen.ts', import.meta.url), 'utf8');
    expect(readFileSync(out, 'utf8').split('\n')).toEqual(committed.split('\n'));
    rmSync(folder, { recursive: true });
  });
});

describe('Binding the routes of the contract', () => {
  const routesOf = () => createRoutes(fastify(), { ...server.running.platform, db: server.db });
  const bindAll = (routes: ReturnType<typeof createRoutes>, except?: OperationId) => {
    for (const operation of Object.keys(api) as OperationId[]) {
      if (operation !== except) routes.route(operation, async () => ({}) as never);
    }
  };
  /** Runs `run` with one endpoint of the contract changed, and restores the endpoint afterward. */
  const withChange = (operation: OperationId, change: object, run: () => void) => {
    const endpoint = api[operation] as object;
    const before = { ...endpoint };
    try {
      Object.assign(endpoint, change);
      run();
    } finally {
      Object.assign(endpoint, before);
    }
  };

  it('fails unless every endpoint has a handler', () => {
    const complete = routesOf();
    bindAll(complete);
    expect(() => complete.requireComplete()).not.toThrow();
    const incomplete = routesOf();
    bindAll(incomplete, 'like_post');
    expect(() => incomplete.requireComplete()).toThrow('No feature serves like_post');
  });

  it('fails if an endpoint has no access level or an unknown one', () => {
    for (const access of [undefined, '', 'everyone']) {
      withChange('like_post', { access }, () => {
        expect(() => bindAll(routesOf())).toThrow('like_post declares no access');
      });
    }
  });

  it('fails if the path of a space endpoint identifies no space', () => {
    withChange('create_space', { access: 'space-member' }, () => {
      const routes = routesOf();
      bindAll(routes);
      expect(() => routes.requireComplete()).toThrow(/create_space asks for space-member/);
    });
  });

  it('fails if an endpoint is bound twice', () => {
    const routes = routesOf();
    bindAll(routes);
    expect(() => routes.route('like_post', async () => ({}) as never)).toThrow('bound twice');
  });
});

describe('The OpenAPI document', () => {
  interface Operation {
    operationId: string;
    summary: string;
    'x-access': string;
    parameters: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: { content: Record<string, object> };
    responses: Record<string, { description: string; content: object }>;
  }
  let document: {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  beforeAll(async () => {
    document = (await (await server.client().fetch('/api/openapi.json')).json()) as typeof document;
  });

  it('is OpenAPI 3.1 and contains every operation at its path', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((o) => o.operationId),
    );
    expect(named.toSorted()).toEqual(Object.keys(api).toSorted());
    for (const [operationId, declared] of Object.entries(api)) {
      const endpoint: Endpoint = declared;
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
      expect(operation).toMatchObject({
        operationId,
        summary: endpoint.summary,
        'x-access': endpoint.access,
      });
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        operation?.parameters.filter((p) => p.in === 'path').map((p) => p.name),
        operationId,
      ).toEqual(inPath);
      for (const parameter of operation?.parameters ?? []) {
        expect(parameter.schema).toBeTypeOf('object');
        if (parameter.in === 'path') expect(parameter.required).toBe(true);
      }
      expect(operation?.requestBody !== undefined).toBe(
        endpoint.body !== undefined || endpoint.rawBody === true,
      );
      expect(operation?.responses['200']).toBeDefined();
      for (const code of endpoint.errors) {
        expect(operation?.responses[String(errorCatalogue[code].status)]?.description).toContain(
          `\`${code}\``,
        );
      }
    }
  });

  it('contains every schema that it refers to', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of new Set(refs)) {
      const [, name = ''] = /^#\/components\/schemas\/(.+)$/.exec(ref) ?? [];
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });
});

describe('The number of feed queries', () => {
  let member: TestPerson;
  let space: Space;
  beforeAll(async () => {
    const owner = await newPerson(server);
    space = await newSpace(owner);
    member = await newMember(server, space);
    await fill(5);
  });
  const fill = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      await newPostBySql(server, space.id, member.user.id, { minutesAgo: n });
  };

  /** Returns the statements of a run that finds nothing in memory, because something has just happened in the space. */
  const queriesOf = async (action: () => Promise<unknown>): Promise<number> => {
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    await publishMarker(server, space.id, 7);
    await listener.received('space.member_count_changed', ({ payload }) => payload.member_count === 7);
    const count = await countQueries(action);
    listener.close();
    return count;
  };

  it('is the same for 5 posts and for 60', async () => {
    const page = async () => {
      const { posts } = await member.call('list_posts', { space_id: space.id });
      return posts.length;
    };
    const few = await queriesOf(page);
    expect(await page()).toBe(5);
    await fill(55);
    const many = await queriesOf(page);
    expect(await page()).toBe(25);
    expect(many).toBe(few);
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThanOrEqual(5);
  });

  it.each(['default', 'new', 'top'] as const)(
    'is the same for every period of the order %s',
    async (sort) => {
      const counts: number[] = [];
      for (const period of ['7d', '30d', 'all'] as const) {
        const page = () => member.call('list_posts', { space_id: space.id, sort, period });
        await page();
        counts.push(await queriesOf(page));
      }
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeLessThanOrEqual(5);
    },
  );

  it('is at most five for the second page', async () => {
    const { next_cursor } = await member.call('list_posts', { space_id: space.id });
    const count = await countQueries(() =>
      member.call('list_posts', { space_id: space.id, cursor: next_cursor ?? undefined }),
    );
    expect(count).toBeLessThanOrEqual(5);
  });

  it('allows pages that contain every post exactly once', async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const { posts, next_cursor } = await member.call('list_posts', { space_id: space.id, cursor });
      seen.push(...posts.map(({ id }) => id));
      more = next_cursor !== null;
      cursor = next_cursor ?? undefined;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });
});
