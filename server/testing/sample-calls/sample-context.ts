import type { Api, apiByFeature, OperationId } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { EndpointInput } from '#contract/schema/endpoint.ts';
import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';

export type CallerRole = 'signed-out' | 'stranger' | 'member' | 'admin' | 'owner';
export type SpaceKind = 'public' | 'private' | 'paid';

/** The setting of a sample call and its caller. */
export interface SampleContext {
  server: TestServer;
  space: { id: string; subdomain: string; kind: SpaceKind };
  owner: TestPerson;
  role: CallerRole;
  /** Null when signed out. */
  caller: TestPerson | null;
}

/** A valid call of one operation. */
export interface SampleCall<Id extends OperationId> {
  /** Creates what the call needs and returns its input. */
  input: (context: SampleContext) => Promise<EndpointInput<Api[Id]>> | EndpointInput<Api[Id]>;
  /** The error that a rule beyond access control gives this caller; absent when only access control applies. */
  denialReason?: (context: SampleContext) => ErrorCode | null;
  /** The body, for an endpoint that accepts bytes. */
  bytes?: () => Promise<Buffer>;
}

/** A valid call of each operation of a feature. */
export type FeatureCalls<Feature extends keyof typeof apiByFeature> = {
  [Id in keyof (typeof apiByFeature)[Feature] & OperationId]: SampleCall<Id>;
};
