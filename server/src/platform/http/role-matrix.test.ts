import { beforeAll, describe, expect, it } from 'vitest';
import { api, type OperationId } from '#contract/api.ts';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/schema/access.ts';
import type { Endpoint } from '#contract/schema/endpoint.ts';
import { locatedParam, notFoundCodes } from '#contract/schema/implied-errors.ts';
import { toRequest } from '#testing/client.ts';
import { newPerson, newSession, newSpace, type TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import {
  type CallerRole,
  type SampleCall,
  type SampleContext,
  type SpaceKind,
  sampleCalls,
} from '#testing/sample-calls/sample-calls.ts';
import { sharedServer } from '#testing/server.ts';
import { setPaid, setRole } from '#testing/space-facts.ts';

const server = sharedServer();
const roles: CallerRole[] = ['signed-out', 'stranger', 'member', 'admin', 'owner'];
const kinds: SpaceKind[] = ['public', 'private', 'paid'];
const operations = Object.keys(api) as OperationId[];

const contexts = new Map<SpaceKind, { owner: TestPerson; space: SampleContext['space'] }>();

beforeAll(async () => {
  for (const kind of kinds) {
    const owner = await newPerson(server);
    const { id, subdomain } = await newSpace(owner, { is_private: kind === 'private' });
    if (kind === 'paid') await setPaid(server, id);
    contexts.set(kind, { owner, space: { id, subdomain, kind } });
  }
});

async function newContext(kind: SpaceKind, role: CallerRole): Promise<SampleContext> {
  const context = contexts.get(kind);
  if (!context) throw new Error(`There is no ${kind} space`);
  if (role === 'signed-out') return { ...context, server, role, caller: null };
  if (role === 'owner') {
    // A separate session for each call, so that signing out ends only that one.
    const owner = await newSession(server, context.owner);
    return { ...context, server, role, caller: owner };
  }
  const caller = await newPersonBySql(server);
  if (role !== 'stranger') await setRole(server, context.space.id, caller.user.id, role);
  return { ...context, server, role, caller };
}

const isInside = (role: CallerRole) => role === 'member' || role === 'admin' || role === 'owner';

/**
 * Returns the expected error of an access level, written independently of `requireAccess`: visitors can read public spaces,
 * only members can read private and paid ones, and content that a viewer may not see is hidden.
 */
function errorByAccess(
  access: Access,
  role: CallerRole,
  kind: SpaceKind,
): 'hidden' | Extract<ErrorCode, 'authentication_required' | 'membership_required' | 'not_allowed'> | null {
  switch (access) {
    case 'public':
    case 'space-visitor':
      return null;
    case 'signed-in':
      return role === 'signed-out' ? 'authentication_required' : null;
    case 'space-viewer':
      return isInside(role) || kind === 'public' ? null : 'hidden';
    case 'space-member':
    case 'space-editor':
    case 'space-owner': {
      if (!isInside(role) && kind !== 'public') return 'hidden';
      if (role === 'signed-out') return 'authentication_required';
      if (role === 'stranger') return 'membership_required';
      const enough = { 'space-member': ['member', 'admin', 'owner'], 'space-editor': ['admin', 'owner'] };
      const allowed = access === 'space-owner' ? ['owner'] : enough[access];
      return allowed.includes(role) ? null : 'not_allowed';
    }
  }
}

/** Returns the not-found code of the content in the path. */
function hiddenCode({ path }: Endpoint): ErrorCode {
  return notFoundCodes[locatedParam(path) ?? 'space_id'];
}

async function callSample(operation: OperationId, context: SampleContext): Promise<string> {
  const endpoint: Endpoint = api[operation];
  const sample = sampleCalls[operation] as SampleCall<OperationId>;
  const input = (await sample.input(context)) as Record<string, unknown>;
  const { path, init } = toRequest(endpoint, input);
  const bytes = sample.bytes && {
    body: new Uint8Array(await sample.bytes()),
    headers: { 'content-type': 'image/png' },
  };
  const client = context.caller ?? server.client();
  const response = await client.fetch(path, { ...init, ...bytes });
  const body = (await response.json()) as unknown;
  if (response.ok) {
    endpoint.output.parse(body);
    return 'done';
  }
  return (body as ErrorBody).error.code;
}

const hasSpaceId = (schema: { shape?: object } | undefined): boolean => 'space_id' in (schema?.shape ?? {});

/** Whether a response can depend on the kind of the space. Calls without a space or its content are made once. */
const dependsOnKind = (operation: OperationId): boolean => {
  const { access, path, query, body }: Endpoint = api[operation];
  if (access !== 'public' && access !== 'signed-in') return true;
  return path.includes(':space_id') || hasSpaceId(query) || hasSpaceId(body);
};

describe('Access by role and kind of space', () => {
  it('is tested in all kinds of spaces for calls that name a space', () => {
    expect(operations.filter(dependsOnKind)).toEqual(
      expect.arrayContaining(['upload_file', 'store_file', 'public_join_space', 'create_post']),
    );
  });

  it('has a sample call for each endpoint of the contract', () => {
    expect(Object.keys(sampleCalls).sort()).toEqual([...operations].sort());
  });

  for (const kind of kinds) {
    it.each(operations.filter((operation) => kind === 'public' || dependsOnKind(operation)))(
      `is enforced for every role by %s in a ${kind} space`,
      async (operation) => {
        const endpoint: Endpoint = api[operation];
        const sample = sampleCalls[operation] as SampleCall<OperationId>;
        const expected: Record<string, string> = {};
        const actual: Record<string, string> = {};
        for (const role of roles) {
          const context = await newContext(kind, role);
          const byAccess = errorByAccess(endpoint.access, role, kind);
          expected[role] =
            (byAccess === 'hidden' ? hiddenCode(endpoint) : byAccess) ??
            sample.denialReason?.(context) ??
            'done';
          actual[role] = await callSample(operation, context);
        }
        expect(actual).toEqual(expected);
      },
    );
  }
});
